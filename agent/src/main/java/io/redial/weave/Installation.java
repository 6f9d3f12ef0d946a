package io.redial.weave;

import io.redial.config.Configuration;
import io.redial.config.Environment;
import io.redial.config.Fault;
import io.redial.config.LiveConfiguration;
import io.redial.control.Control;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.List;

/**
 * Puts the agent into a JVM, once: reads the options, says what is wrong with them, and lets the
 * transformer wait for clients. This runs in every JVM that has the flag, so it loads little.
 */
public final class Installation {
  private static boolean installed;

  private Installation() {}

  /** Installs the agent; whatever goes wrong is said in one line and the program goes on. */
  public static void install(String arguments, Instrumentation instrumentation) {
    boolean exit = false;
    try {
      if (!JdkTool.isRunning()) {
        exit = !installOnce(arguments, instrumentation);
      }
    } catch (Throwable thrown) {
      say("not active: " + thrown);
    }
    if (exit) {
      System.exit(1);
    }
  }

  /** False if the JVM is to end. */
  private static synchronized boolean installOnce(
      String arguments, Instrumentation instrumentation) {
    if (installed || GateClass.exists()) {
      say("already installed; a second -javaagent or attach changes nothing");
      return true;
    }
    Configuration configuration = Configuration.load(arguments, new Environment());
    List<Fault> faults = configuration.faults();
    if (!faults.isEmpty()) {
      boolean strict = configuration.settings().strict();
      say(faults, strict ? " (strict: not starting)" : " (starting without retries)");
      return !strict;
    }
    installed = true;
    Control control = new Control(new LiveConfiguration(configuration), ClientNames.FOR_USERS);
    control.started();
    Gatekeeper gatekeeper = new Gatekeeper(control);
    instrumentation.addTransformer(new ClientTransformer(instrumentation, gatekeeper, true), true);
    weaveLoaded(instrumentation, gatekeeper);
    return true;
  }

  /** Another agent, or the program itself before an attach, may have loaded a client already. */
  private static void weaveLoaded(Instrumentation instrumentation, Gatekeeper gatekeeper) {
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (ClientTransformer.mayBeClient(type.getName().replace('.', '/'))) {
        try {
          instrumentation.retransformClasses(type);
        } catch (UnmodifiableClassException | RuntimeException | LinkageError thrown) {
          gatekeeper.fault("weaving of loaded " + type.getName(), thrown);
        }
      }
    }
  }

  /** One line for each fault; the last one tells what follows from them. */
  private static void say(List<Fault> faults, String consequence) {
    int last = faults.size() - 1;
    for (int i = 0; i <= last; i++) {
      System.err.println(i < last ? faults.get(i).toString() : faults.get(i) + consequence);
    }
  }

  private static void say(String line) {
    System.err.println("redial: " + line);
  }
}
