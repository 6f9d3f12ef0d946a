package io.redial.control.remote;

import io.redial.call.DaemonThreads;
import io.redial.call.RetryEngine;
import io.redial.config.OneLine;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Answers the questions that the command line puts into this process's folder. It looks there once
 * a second while there is something to see, and every five seconds otherwise. For a minute after a
 * question, in which the operator may well ask the next one, it looks twenty times a second. All of
 * that happens on Redial's own threads. Where the folder cannot be created there is no mailbox, and
 * no fault is reported.
 */
public final class Mailbox {
  private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long SELDOM_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long ATTENTIVE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long ATTENTION_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long CLEANING_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long FORGOTTEN_MILLIS = TimeUnit.MINUTES.toMillis(1);
  private static final long PARTING_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long PARTING_LOOK_MILLIS = 10;
  private static final int LONGEST_NAME = 200;

  private final RetryEngine engine;
  private final BooleanSupplier busy;
  private final Function<String, String> answers;
  private MailFolder folder;
  private volatile boolean answering;
  private volatile long answeredAt;

  // Used by one thread at a time, the one that looks.
  private boolean wasAsked;
  private long askedAt;
  private long cleanedAt = System.nanoTime();

  /**
   * Creates a mailbox.
   *
   * @param busy whether there is something to see
   * @param answers returns the answer to a question
   */
  public Mailbox(RetryEngine engine, BooleanSupplier busy, Function<String, String> answers) {
    this.engine = engine;
    this.busy = busy;
    this.answers = answers;
  }

  /** Creates the folder, and looks into it for as long as the program runs. */
  public void open() {
    try {
      String process = process();
      if (process == null) {
        return;
      }
      String start = ProcessStart.of(Paths.get("/proc/self"));
      folder = MailFolder.create(MailFolder.parent(), process, start + service());
      Thread end = new DaemonThreads("redial-end").newThread(this::end);
      Runtime.getRuntime().addShutdownHook(end);
      lookLater();
    } catch (IOException | UnsupportedOperationException | SecurityException none) {
      // The folder cannot be created, for example because there is one of another user.
    } catch (IllegalStateException ending) {
      folder.delete();
    } catch (Throwable fault) {
      engine.fault("command line", fault);
    }
  }

  /** The line with the service's name that follows the start; empty if it has none. */
  private String service() {
    String name = engine.configuration().current().service();
    if (name == null) {
      return "";
    }
    String line = OneLine.of(name);
    return "\n" + line.substring(0, Math.min(LONGEST_NAME, line.length()));
  }

  /** This process's number, or null if it cannot be known without loading JMX. */
  private static String process() {
    try {
      Path self = Paths.get("/proc/self");
      if (Files.isSymbolicLink(self)) {
        return Files.readSymbolicLink(self).toString();
      }
      Class<?> handle = Class.forName("java.lang.ProcessHandle"); // From Java 9 on.
      Object current = handle.getMethod("current").invoke(null);
      return handle.getMethod("pid").invoke(current).toString();
    } catch (IOException | ClassNotFoundException | NoSuchMethodException e) {
      return null;
    } catch (IllegalAccessException | InvocationTargetException e) {
      return null;
    }
  }

  private void lookLater() {
    try {
      engine.after(untilNextLook(), this::startLook);
    } catch (Throwable noThread) {
      engine.fault("command line", noThread);
    }
  }

  private long untilNextLook() {
    if (wasAsked && System.nanoTime() - askedAt < ATTENTION_NANOS) {
      return ATTENTIVE_NANOS;
    }
    return busy.getAsBoolean() ? SOON_NANOS : SELDOM_NANOS;
  }

  /** Looks on a thread other than the timer's, which a file system that hangs must not hold up. */
  private void startLook() {
    try {
      engine.start(this::look);
    } catch (Throwable noThread) {
      lookLater();
    }
  }

  private void look() {
    if (!isIntact()) {
      return; // The folder was deleted, or replaced by another one.
    }
    try {
      answerAll();
    } catch (IOException full) {
      // The disk may be full, for example. The next question may be answered again.
    } catch (Throwable fault) {
      engine.fault("command line", fault);
    }
    lookLater();
  }

  private boolean isIntact() {
    try {
      return folder.isIntact();
    } catch (IOException gone) {
      return false;
    }
  }

  private void answerAll() throws IOException {
    for (String name : folder.questions()) {
      answering = true;
      try {
        answer(name);
      } finally {
        answering = false;
      }
    }
    if (System.nanoTime() - cleanedAt > CLEANING_NANOS) {
      cleanedAt = System.nanoTime();
      folder.clean(FORGOTTEN_MILLIS);
    }
  }

  private void answer(String name) throws IOException {
    String question = folder.takeQuestion(name);
    if (question != null) {
      folder.putAnswer(name, answers.apply(question));
      wasAsked = true;
      askedAt = System.nanoTime();
      answeredAt = askedAt;
    }
  }

  /**
   * Deletes the folder when the program ends. It may end because of a question: perhaps the call
   * whose wait was cancelled was all that it still had to do. So the folder stays until the answer
   * is fetched, for half a second at most.
   */
  private void end() {
    long end = System.nanoTime() + PARTING_NANOS;
    try {
      while ((answering || isAwaited()) && System.nanoTime() - end < 0) {
        Thread.sleep(PARTING_LOOK_MILLIS);
      }
    } catch (InterruptedException | IOException parted) {
      // The folder is deleted at once.
    }
    folder.delete();
  }

  private boolean isAwaited() throws IOException {
    long answered = answeredAt;
    return answered != 0 && System.nanoTime() - answered < PARTING_NANOS && folder.hasAnswers();
  }
}
