package io.redial.contract.agent;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.none;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;

/**
 * Lets no thread of Redial's start, as in a process that has as many as it may have. The agent's
 * classes, and ByteBuddy, have to be on the program's class path.
 */
public final class NoThreadsAgent {
  private NoThreadsAgent() {}

  /** Writes a jar that makes it an agent. */
  static Path jar(Path folder) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", NoThreadsAgent.class.getName());
    main.putValue("Can-Retransform-Classes", "true");
    Path jar = folder.resolve("no-threads.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }

  /** Entered before {@code main}. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    new AgentBuilder.Default()
        .disableClassFormatChanges()
        .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
        .with(AgentBuilder.Listener.StreamWriting.toSystemError().withErrorsOnly())
        .ignore(none())
        .type(named("java.lang.Thread"))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(Advice.to(RefusedStart.class).on(named("start"))))
        .installOn(instrumentation);
  }

  /** What a thread does when it is started. */
  static final class RefusedStart {
    private RefusedStart() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.This Thread thread) {
      if (thread.getName().startsWith("redial-")) {
        throw new OutOfMemoryError("unable to create native thread");
      }
    }
  }
}
