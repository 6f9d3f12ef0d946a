package io.redial.chaos;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isNative;
import static net.bytebuddy.matcher.ElementMatchers.isTypeInitializer;
import static net.bytebuddy.matcher.ElementMatchers.nameMatches;
import static net.bytebuddy.matcher.ElementMatchers.none;
import static net.bytebuddy.matcher.ElementMatchers.not;

import java.lang.instrument.Instrumentation;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.scaffold.TypeValidation;

/** Has each method and constructor of Redial's ask first whether it is to throw. */
public final class ChaosAgent {
  private static final String PACKAGES = "call|policy|client|control|body";

  private ChaosAgent() {}

  /**
   * Stands before Redial's own agent in the command line, so that it sees all of its classes.
   *
   * @param arguments Redial's packages, separated by {@code |}; null for those that may fail
   */
  public static void premain(String arguments, Instrumentation instrumentation) {
    String packages = arguments == null ? PACKAGES : arguments;
    new AgentBuilder.Default(new ByteBuddy().with(TypeValidation.DISABLED))
        .with(AgentBuilder.TypeStrategy.Default.DECORATE)
        .with(AgentBuilder.Listener.StreamWriting.toSystemError().withErrorsOnly())
        .disableClassFormatChanges()
        .ignore(none())
        .type(nameMatches("io\\.redial\\.(" + packages + ")\\..*"))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(
                    Advice.to(MethodEntry.class)
                        .on(not(isAbstract().or(isNative()).or(isTypeInitializer())))))
        .installOn(instrumentation);
  }
}
