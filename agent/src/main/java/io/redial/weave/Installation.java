package io.redial.weave;

import io.redial.config.ConfigError;
import io.redial.config.Configuration;
import io.redial.config.Environment;
import io.redial.config.LogLevel;
import io.redial.config.Settings;
import io.redial.control.StartLine;
import io.redial.control.log.LogLine;
import io.redial.control.log.LogWriter;
import io.redial.control.remote.AttachResult;
import io.redial.policy.RetryPolicy;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;

/**
 * Installs the agent in a JVM, once: reads the options, reports mistakes in them, and adds the
 * transformer that waits for clients. This runs in every JVM that has the flag. Each class that is
 * loaded here adds about half a millisecond to every program's start, so this class and {@link
 * ClientTransformer} combine a few things that would otherwise be separate.
 */
public final class Installation {
  private static boolean installed;

  private Installation() {}

  /**
   * Installs the agent. If anything goes wrong, it prints what went wrong and the program
   * continues. Only a mistake in the options with {@code strict=true} at start ends the JVM, with
   * exit status 1.
   *
   * @param atStart whether the program has not started yet
   */
  public static void install(String arguments, Instrumentation instrumentation, boolean atStart) {
    boolean exit = false;
    try {
      if (!isJdkTool() && !isOwnCommandLine()) {
        exit = !installOnce(arguments, instrumentation, atStart);
      } else if (!atStart) {
        String why = "not attached: this is a tool of the JDK or Redial's command line";
        AttachResult.leave(AttachResult.REFUSED, why);
      }
    } catch (Throwable thrown) {
      refuse(LogLevel.ERROR, "not active: " + thrown, atStart);
    }
    if (exit) {
      System.exit(1);
    }
  }

  /** Returns false if the JVM must exit. */
  private static synchronized boolean installOnce(
      String arguments, Instrumentation instrumentation, boolean atStart) {
    if (installed || (!atStart && GateClass.exists())) {
      String line = "already installed; a second -javaagent or attach changes nothing";
      refuse(LogLevel.WARN, line, atStart);
      return true;
    }
    Environment environment = new Environment();
    Configuration configuration = Configuration.load(arguments, environment);
    List<ConfigError> faults = configuration.faults();
    if (!faults.isEmpty()) {
      Settings settings = configuration.settings();
      boolean strict = settings.strict();
      // If an options file is corrected while the program runs, it takes effect then. Otherwise,
      // Redial that was installed at start stays off and shows over JMX what is wrong. An attach
      // that no file can correct is refused, because whoever attaches Redial can try again.
      boolean isWatched = settings.reloadNanos() != RetryPolicy.UNLIMITED;
      boolean starts = !strict && (atStart || (isWatched && ConfigError.areInFiles(faults)));
      String refused = atStart ? "not starting)" : "not attached)";
      String consequence =
          starts ? " (starting without retries)" : (strict ? " (strict: " : " (") + refused;
      List<String> lines = lines(faults, consequence);
      for (String line : lines) {
        say(LogLevel.ERROR, line);
      }
      if (!atStart) {
        AttachResult.leave(AttachResult.FAULTS, lines.toArray(new String[0]));
      }
      if (!starts) {
        return !(strict && atStart); // An attach never ends a running program.
      }
    }
    installed = true;
    ClientTransformer transformer =
        new ClientTransformer(instrumentation, configuration, arguments, environment);
    instrumentation.addTransformer(transformer, true);
    // Only now, because an agent that could not be installed covers nothing.
    StartLine.say(configuration, ClientTransformer.clients());
    transformer.weaveLoaded(atStart);
    if (!atStart && faults.isEmpty()) {
      AttachResult.leave(AttachResult.ATTACHED);
    }
    return true;
  }

  /**
   * Returns whether this JVM runs one of the JDK's own tools. An agent in {@code JAVA_TOOL_OPTIONS}
   * is loaded in them, too, but Redial does nothing there. A program that {@code java} runs from
   * its source file begins in a module of the JDK's, but is none of its tools.
   */
  private static boolean isJdkTool() {
    String module = System.getProperty("jdk.module.main");
    String command = System.getProperty("sun.java.command", "");
    if (module != null) {
      return (module.startsWith("jdk.") || module.equals("java.base"))
          && !command.startsWith("jdk.compiler/com.sun.tools.javac.launcher.");
    }
    // Java 8 has no modules; its tools are recognised by their main classes.
    return command.startsWith("sun.") || command.startsWith("com.sun.tools.");
  }

  /**
   * Returns whether this JVM runs {@code java -jar redial-agent.jar}, where {@code
   * JAVA_TOOL_OPTIONS} may load the agent, too.
   */
  private static boolean isOwnCommandLine() {
    String jar = System.getProperty("java.class.path");
    String command = System.getProperty("sun.java.command");
    if (jar == null || command == null || !command.startsWith(jar) || !jar.endsWith(".jar")) {
      return false;
    }
    File file = new File(jar);
    return file.getName().startsWith("redial-agent")
        || Installation.class
            .getProtectionDomain()
            .getCodeSource()
            .getLocation()
            .getPath()
            .equals(file.getAbsolutePath());
  }

  /** Returns one line for each mistake; the last one also states the consequence. */
  private static List<String> lines(List<ConfigError> faults, String consequence) {
    List<String> lines = new ArrayList<>();
    for (ConfigError fault : faults) {
      lines.add(fault.message());
    }
    int last = lines.size() - 1;
    lines.set(last, lines.get(last) + consequence);
    return lines;
  }

  /** Says why the agent is not installed, to whoever attaches it as well. */
  private static void refuse(LogLevel level, String line, boolean atStart) {
    say(level, line);
    if (!atStart) {
      AttachResult.leave(AttachResult.REFUSED, line);
    }
  }

  private static void say(LogLevel level, String line) {
    LogWriter.STANDARD_ERROR.start(LogLine.plain(level, line));
  }
}
