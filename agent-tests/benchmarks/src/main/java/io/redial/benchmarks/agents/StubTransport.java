package io.redial.benchmarks.agents;

import static net.bytebuddy.implementation.bytecode.assign.Assigner.Typing.DYNAMIC;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.none;

import java.lang.instrument.Instrumentation;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;

/**
 * Lets java.net.http answer without a network: below the public face of the client, which Redial
 * weaves, {@code HttpClientImpl} asks the function that lies under {@link #KEY} in the system's
 * properties. The other classes that it needs are on the benchmarks' class path.
 */
public final class StubTransport {
  /** Where the function lies: a {@code BiFunction} of request and body handler to response. */
  public static final String KEY = "io.redial.benchmarks.transport";

  private StubTransport() {}

  /** Entered before {@code main}. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    new AgentBuilder.Default()
        .disableClassFormatChanges()
        .with(AgentBuilder.Listener.StreamWriting.toSystemError().withErrorsOnly())
        .ignore(none())
        .type(named("jdk.internal.net.http.HttpClientImpl"))
        .transform(
            (builder, type, loader, module, domain) ->
                builder
                    .visit(Advice.to(Send.class).on(named("send")))
                    .visit(Advice.to(SendAsync.class).on(named("sendAsync"))))
        .installOn(instrumentation);
  }

  /** What {@code send} does instead. */
  static final class Send {
    private Send() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    @SuppressWarnings("unchecked")
    static Object answer(@Advice.Argument(0) Object request, @Advice.Argument(1) Object handler) {
      Object transport = System.getProperties().get(KEY);
      return ((BiFunction<Object, Object, Object>) transport).apply(request, handler);
    }

    @Advice.OnMethodExit
    @SuppressWarnings({"ParameterName", "UnusedVariable"})
    static void leave(
        @Advice.Enter Object answer,
        @Advice.Return(readOnly = false, typing = DYNAMIC) Object returned) {
      returned = answer;
    }
  }

  /** What {@code sendAsync} does instead. */
  static final class SendAsync {
    private SendAsync() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    @SuppressWarnings("unchecked")
    static Object answer(@Advice.Argument(0) Object request, @Advice.Argument(1) Object handler) {
      Object transport = System.getProperties().get(KEY);
      return ((BiFunction<Object, Object, Object>) transport).apply(request, handler);
    }

    @Advice.OnMethodExit
    @SuppressWarnings({"ParameterName", "UnusedVariable"})
    static void leave(
        @Advice.Enter Object answer,
        @Advice.Return(readOnly = false, typing = DYNAMIC) Object returned) {
      returned = CompletableFuture.completedFuture(answer);
    }
  }
}
