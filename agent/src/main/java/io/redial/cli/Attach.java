package io.redial.cli;

import io.redial.config.Configuration;
import io.redial.config.OneLine;
import io.redial.control.remote.AttachResult;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Properties;
import net.bytebuddy.agent.ByteBuddyAgent.AttachmentProvider;

/** {@code attach PID [OPTIONS]}: attaches Redial to a program that runs without it. */
final class Attach extends Command {
  /**
   * The failure's message if the other JVM is older than 9. It answers with the return code alone,
   * which newer Javas take for an error.
   */
  private static final String ACCEPTED = "0";

  /** Byte Buddy's providers without those that need native libraries, which are not in the jar. */
  private static final AttachmentProvider PROVIDERS =
      new AttachmentProvider.Compound(
          AttachmentProvider.ForModularizedVm.INSTANCE,
          AttachmentProvider.ForJ9Vm.INSTANCE,
          AttachmentProvider.ForStandardToolsJarVm.JVM_ROOT,
          AttachmentProvider.ForStandardToolsJarVm.JDK_ROOT,
          AttachmentProvider.ForStandardToolsJarVm.MACINTOSH);

  Attach() {
    super("Attaches Redial to a running program. Needs a JDK, or an image with jdk.attach.");
    takes("PID", true, "The program's process number.");
    takes("OPTIONS", false, "The agent's options, as after -javaagent:redial-agent.jar=");
  }

  @Override
  int run() throws CommandException {
    String pid = parameter(0);
    Processes.checkExists(pid);
    List<String> result = attach(pid, parameter(1));
    String kind = result.get(0);
    if (!kind.equals(AttachResult.ATTACHED)) {
      for (String message : result.subList(1, result.size())) {
        reportLine("redial: " + OneLine.of(message));
      }
      return kind.equals(AttachResult.FAULTS) ? FAULTS : FAILED;
    }
    String said = "attached to process " + pid;
    out().println(json() ? new Json().put("attached", Long.parseLong(pid)) : said);
    return OK;
  }

  private static List<String> attach(String pid, String options) throws CommandException {
    AttachmentProvider.Accessor accessor = PROVIDERS.attempt();
    if (!accessor.isAvailable()) {
      throw new CommandException(
          "this Java ("
              + System.getProperty("java.home")
              + ") cannot attach: it lacks jdk.attach; use that of a JDK");
    }
    List<String> result;
    try {
      Class<?> type = accessor.getVirtualMachineType();
      Object machine = type.getMethod("attach", String.class).invoke(null, pid);
      try {
        Properties before = properties(type, machine);
        load(type, machine, ownJar().getPath(), options);
        result = AttachResult.of(before, properties(type, machine));
      } finally {
        type.getMethod("detach").invoke(machine);
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new CommandException("process " + pid + ": " + reason(e));
    }
    if (result == null) {
      throw new CommandException(
          "process "
              + pid
              + " does not say whether Redial was attached: it may have another version of it"
              + " already; see its log");
    }
    return result;
  }

  private static void load(Class<?> type, Object machine, String jar, String options)
      throws ReflectiveOperationException {
    try {
      type.getMethod("loadAgent", String.class, String.class).invoke(machine, jar, options);
    } catch (InvocationTargetException e) {
      if (!ACCEPTED.equals(reason(e))) {
        throw e;
      }
    }
  }

  private static Properties properties(Class<?> type, Object machine)
      throws ReflectiveOperationException {
    return (Properties) type.getMethod("getSystemProperties").invoke(machine);
  }

  private static File ownJar() throws CommandException {
    try {
      return new File(
          Configuration.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new CommandException("the path of this jar cannot be used: " + e.getMessage());
    }
  }

  /** Returns the message of the innermost cause, which is what the other JVM said. */
  private static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return OneLine.of(message == null ? cause.toString() : message);
  }
}
