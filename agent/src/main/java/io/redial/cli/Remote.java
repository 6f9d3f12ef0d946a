package io.redial.cli;

import io.redial.control.remote.ControlDirectory;
import io.redial.control.remote.ControlResponse;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Asks a running program, and waits for its response. */
final class Remote {
  /** The longest wait for a response. A program polls for requests once a second. */
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** How long a program may still be there after it has deleted its folder. */
  private static final long ENDING_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The longest wait for the folder, into which the program's user can put what holds us up. */
  private static final long FOLDER_NANOS = MAX_NANOS + ENDING_NANOS + TimeUnit.SECONDS.toNanos(3);

  private static final long POLL_MILLIS = 20;

  private Remote() {}

  /**
   * Sends a request, and returns the response.
   *
   * @throws CommandException if the program cannot be asked, does not answer, or refuses
   */
  static List<ControlResponse.Row> ask(String pid, String... words) throws CommandException {
    ControlDirectory folder = Processes.folder(pid);
    return TimeLimit.within(
        FOLDER_NANOS,
        "process " + pid + " cannot be asked: its response could not be read within 25 s",
        () -> ask(pid, folder, words));
  }

  private static List<ControlResponse.Row> ask(String pid, ControlDirectory folder, String... words)
      throws CommandException {
    String name = UUID.randomUUID().toString();
    try {
      folder.putRequest(name, String.join("\n", words));
      String response = await(pid, folder, name);
      if (response == null) {
        throw new CommandException("process " + pid + " " + silence(pid, folder, name));
      }
      List<ControlResponse.Row> rows = ControlResponse.parse(response);
      if (!rows.isEmpty() && rows.get(0).kind().equals(ControlResponse.ERROR)) {
        throw new CommandException(rows.get(0).get("message"));
      }
      return rows;
    } catch (IOException e) {
      throw new CommandException(
          "process " + pid + " cannot be asked: " + e.getMessage() + Processes.whereItIs(pid));
    }
  }

  /** Why there is no response. */
  private static String silence(String pid, ControlDirectory folder, String name)
      throws IOException {
    if (Processes.isGone(pid)) {
      return "ended before it answered";
    }
    if (!folder.isThere()) {
      return "lost its folder before it answered; it creates it again, at most once a minute";
    }
    return folder.withdraw(name)
        ? "did not answer within 20 s: it is stopped, or too busy"
        : "has read the request, but could not write its response: is there no space left?";
  }

  private static String await(String pid, ControlDirectory folder, String name) throws IOException {
    long end = System.nanoTime() + MAX_NANOS;
    String response = folder.takeResponse(name);
    while (response == null && !Processes.isGone(pid) && System.nanoTime() < end) {
      if (!folder.isThere()) { // It is deleted when the program ends, which will soon be gone.
        end = Math.min(end, System.nanoTime() + ENDING_NANOS);
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
      response = folder.takeResponse(name);
    }
    return response;
  }
}
