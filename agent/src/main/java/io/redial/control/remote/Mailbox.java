package io.redial.control.remote;

import io.redial.call.DaemonThreads;
import io.redial.call.RetryEngine;
import io.redial.config.OneLine;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Answers the questions that the command line puts into this process's folder. It looks there once
 * a second while there is something to see, and every five seconds otherwise. For a minute after a
 * question, in which the operator may well ask the next one, it looks twenty times a second. All of
 * that happens on Redial's own threads. A folder that is gone, or is not this process's any more,
 * is created again: the first time at once, then at most once a minute. Where none can be created,
 * a line in the log says so.
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
  private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long IN_USE_NANOS = TimeUnit.HOURS.toNanos(1);

  private final RetryEngine engine;
  private final BooleanSupplier busy;
  private final Function<String, String> answers;
  private final Consumer<String> log;
  private final TemporaryDirectory parent = TemporaryDirectory.local();

  /** Null while there is none. */
  private volatile MailFolder folder;

  private volatile boolean ended;
  private volatile boolean answering;
  private volatile long answeredAt;

  // Used by one thread at a time, the one that looks.
  private boolean wasAsked;
  private long askedAt;
  private long cleanedAt = System.nanoTime();
  private ProcessIdentity self;
  private long againAt;
  private long saidInUseAt;
  private String told;

  /**
   * Creates a mailbox.
   *
   * @param busy whether there is something to see
   * @param answers returns the answer to a question
   * @param log writes a line into the log
   */
  public Mailbox(
      RetryEngine engine,
      BooleanSupplier busy,
      Function<String, String> answers,
      Consumer<String> log) {
    this.engine = engine;
    this.busy = busy;
    this.answers = answers;
    this.log = log;
  }

  /** Creates the folder, and looks into it for as long as the program runs. */
  public void open() {
    try {
      self = ProcessIdentity.current();
      if (self == null) {
        tell("the number of this process is not known");
        return;
      }
      Thread end = new DaemonThreads("redial-end").newThread(this::end);
      Runtime.getRuntime().addShutdownHook(end);
      againAt = System.nanoTime();
      if (!create()) {
        againAt += AGAIN_NANOS;
      }
      lookLater();
    } catch (IOException | UnsupportedOperationException | SecurityException none) {
      tell(reason(none));
    } catch (IllegalStateException ending) {
      // The program is ending.
    } catch (Throwable fault) {
      engine.fault("command line", fault);
    }
  }

  /** What the folder says of this process: its stamp, and its service if it has one. */
  private String start() {
    String name = engine.configuration().current().service();
    if (name == null) {
      return self.stamp();
    }
    String line = OneLine.of(name);
    return self.stamp() + "\n" + line.substring(0, Math.min(LONGEST_NAME, line.length()));
  }

  private boolean create() {
    try {
      folder = MailFolder.create(parent, self, start());
      saidInUseAt = System.nanoTime();
      if (ended) {
        folder.delete();
      } else if (told != null) {
        told = null;
        log.accept("the command line can reach this process again: " + folder.path());
      }
      folder.sweepOthers(self);
      return true;
    } catch (IOException | UnsupportedOperationException | SecurityException none) {
      tell("no folder can be created in " + parent.path() + ": " + reason(none));
      return false;
    }
  }

  /** Returns what the system said, without the name of the exception where it said something. */
  private static String reason(Exception none) {
    if (none instanceof AccessDeniedException) {
      return "permission denied";
    }
    String said =
        none instanceof FileSystemException
            ? ((FileSystemException) none).getReason()
            : none.getMessage();
    return said == null ? none.toString() : said;
  }

  /** Says once why the command line cannot reach this process. */
  private void tell(String why) {
    if (told == null) {
      told = why;
      log.accept("the command line cannot reach this process: " + why);
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
    if (ended) {
      return;
    }
    try {
      if (hasFolder()) {
        answerAll();
      }
    } catch (IOException full) {
      // The disk may be full, for example. The next question may be answered again.
    } catch (Throwable fault) {
      engine.fault("command line", fault);
    }
    lookLater();
  }

  /** Whether there is a folder, after creating it again if it was lost. */
  private boolean hasFolder() throws IOException {
    MailFolder known = folder;
    if (known != null && !known.isThere()) {
      folder = null; // It was deleted, or somebody has put another one there.
    }
    if (folder == null && System.nanoTime() - againAt >= 0) {
      againAt = System.nanoTime() + AGAIN_NANOS;
      create();
    }
    return folder != null;
  }

  private void answerAll() throws IOException {
    MailFolder open = folder;
    for (String name : open.questions()) {
      answering = true;
      try {
        answer(name, open);
      } finally {
        answering = false;
      }
    }
    if (System.nanoTime() - cleanedAt > CLEANING_NANOS) {
      cleanedAt = System.nanoTime();
      open.clean(FORGOTTEN_MILLIS);
      // Programs that tidy up /tmp delete what was not changed for some days.
      if (cleanedAt - saidInUseAt > IN_USE_NANOS || open.lacksStart()) {
        open.putStart(start());
        saidInUseAt = cleanedAt;
      }
    }
  }

  private void answer(String name, MailFolder open) throws IOException {
    String question = open.takeQuestion(name);
    if (question != null) {
      open.putAnswer(name, answers.apply(question));
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
    ended = true;
    MailFolder last = folder;
    if (last == null) {
      return;
    }
    long end = System.nanoTime() + PARTING_NANOS;
    try {
      while ((answering || isAwaited(last)) && System.nanoTime() - end < 0) {
        Thread.sleep(PARTING_LOOK_MILLIS);
      }
    } catch (InterruptedException | IOException parted) {
      // The folder is deleted at once.
    }
    last.delete();
  }

  private boolean isAwaited(MailFolder last) throws IOException {
    long answered = answeredAt;
    return answered != 0 && System.nanoTime() - answered < PARTING_NANOS && last.hasAnswers();
  }
}
