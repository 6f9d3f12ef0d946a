package io.redial.weave;

import io.redial.config.Configuration;
import io.redial.config.Environment;
import io.redial.config.Fault;
import io.redial.config.LiveConfiguration;
import io.redial.control.StartLine;
import java.lang.instrument.Instrumentation;
import java.util.List;

/**
 * Puts the agent into a JVM, once: reads the options, says what is wrong with them, and lets the
 * transformer wait for clients. This runs in every JVM that has the flag, so it loads little.
 */
public final class Installation {
  private static boolean installed;

  private Installation() {}

  /**
   * Installs the agent; whatever goes wrong is said in one line and the program goes on.
   *
   * @param atStart whether the program has not begun yet
   */
  public static void install(String arguments, Instrumentation instrumentation, boolean atStart) {
    boolean exit = false;
    try {
      if (!JdkTool.isRunning()) {
        exit = !installOnce(arguments, instrumentation, atStart);
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
      String arguments, Instrumentation instrumentation, boolean atStart) {
    if (installed || GateClass.exists()) {
      say("already installed; a second -javaagent or attach changes nothing");
      return true;
    }
    Environment environment = new Environment();
    Configuration configuration = Configuration.load(arguments, environment);
    LiveConfiguration live = new LiveConfiguration(arguments, environment, configuration);
    List<Fault> faults = configuration.faults();
    if (!faults.isEmpty()) {
      boolean strict = configuration.settings().strict();
      say(faults, strict ? " (strict: not starting)" : " (starting without retries)");
      // A file of options that is mended while the program runs is taken then.
      if (strict || !live.watchesFiles()) {
        return !strict;
      }
    }
    installed = true;
    StartLine.say(configuration, ClientNames.FOR_USERS);
    ClientTransformer transformer = new ClientTransformer(instrumentation, live);
    instrumentation.addTransformer(transformer, true);
    LoadedClients.weave(instrumentation, transformer, atStart);
    return true;
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
