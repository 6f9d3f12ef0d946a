package io.redial.cli;

import io.redial.config.Configuration;
import io.redial.config.OneLine;
import java.io.File;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import net.bytebuddy.agent.ByteBuddyAgent;
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
  public Integer call() {
    String pid = parameter(0);
    String options = parameter(1);
    try {
      attach(pid, options);
    } catch (RemoteException refused) {
      PrintWriter err = spec().commandLine().getErr();
      err.println("redial: " + refused.getMessage());
      err.flush();
      return FAILED;
    }
    String said = "attached to process " + pid + "; see its log for the result";
    out().println(json() ? new Json().begin().put("attached", Long.parseLong(pid)).end() : said);
    out().flush();
    return OK;
  }

  private static void attach(String pid, String options) throws RemoteException {
    Processes.checkExists(pid);
    if (!PROVIDERS.attempt().isAvailable()) {
      throw new RemoteException(
          "this Java ("
              + System.getProperty("java.home")
              + ") cannot attach: it lacks jdk.attach; use that of a JDK");
    }
    try {
      ByteBuddyAgent.attach(ownJar(), pid, options, PROVIDERS);
    } catch (RuntimeException e) {
      if (!ACCEPTED.equals(reason(e))) {
        throw new RemoteException("process " + pid + ": " + reason(e));
      }
    }
  }

  private static File ownJar() throws RemoteException {
    try {
      return new File(
          Configuration.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new RemoteException("the path of this jar cannot be used: " + e.getMessage());
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
