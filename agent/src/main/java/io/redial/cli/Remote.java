package io.redial.cli;

import io.redial.control.remote.Answer;
import io.redial.control.remote.MailFolder;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Asks a running program, and waits for its answer. */
final class Remote {
  /**
   * The longest wait for an answer. A program with nothing to see looks for questions every five
   * seconds.
   */
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** How long a program may still be there after it has deleted its folder. */
  private static final long ENDING_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The longest wait for the folder, into which the program's user can put what holds us up. */
  private static final long FOLDER_NANOS = MAX_NANOS + ENDING_NANOS + TimeUnit.SECONDS.toNanos(3);

  private static final long LOOK_MILLIS = 20;

  private Remote() {}

  /**
   * Asks a question, and returns the answer.
   *
   * @throws RemoteException if the program cannot be asked, does not answer, or refuses
   */
  static List<Answer.Row> ask(String pid, String... words) throws RemoteException {
    MailFolder folder = Processes.folder(pid);
    return TimeLimit.within(
        FOLDER_NANOS,
        "process " + pid + " cannot be asked: its answer could not be read within 25 s",
        () -> ask(pid, folder, words));
  }

  private static List<Answer.Row> ask(String pid, MailFolder folder, String... words)
      throws RemoteException {
    String name = UUID.randomUUID().toString();
    try {
      folder.putQuestion(name, String.join("\n", words));
      String answer = await(pid, folder, name);
      if (answer == null) {
        throw new RemoteException("process " + pid + " " + silence(pid, folder, name));
      }
      List<Answer.Row> rows = Answer.parse(answer);
      if (!rows.isEmpty() && rows.get(0).kind().equals(Answer.ERROR)) {
        throw new RemoteException(rows.get(0).get("message"));
      }
      return rows;
    } catch (IOException e) {
      throw new RemoteException(
          "process " + pid + " cannot be asked: " + e.getMessage() + Processes.whereItIs(pid));
    }
  }

  /** Why there is no answer. */
  private static String silence(String pid, MailFolder folder, String name) throws IOException {
    if (Processes.isGone(pid)) {
      return "ended before it answered";
    }
    if (!folder.isThere()) {
      return "lost its folder before it answered; it creates it again, at most once a minute";
    }
    return folder.withdraw(name)
        ? "did not answer within 20 s: it is stopped, or too busy"
        : "has read the question, but could not write its answer: is there no space left?";
  }

  private static String await(String pid, MailFolder folder, String name) throws IOException {
    long end = System.nanoTime() + MAX_NANOS;
    String answer = folder.takeAnswer(name);
    while (answer == null && !Processes.isGone(pid) && System.nanoTime() < end) {
      if (!folder
          .isThere()) { // A program deletes its folder when it ends, so it will soon be gone.
        end = Math.min(end, System.nanoTime() + ENDING_NANOS);
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
      answer = folder.takeAnswer(name);
    }
    return answer;
  }
}
