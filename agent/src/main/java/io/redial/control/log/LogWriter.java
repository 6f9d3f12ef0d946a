package io.redial.control.log;

import io.redial.call.DaemonThreads;
import io.redial.config.LogLevel;
import io.redial.config.OneLine;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Writes lines to standard error or to one file, on a thread of its own: a pipe that nobody reads
 * blocks whoever writes to it, and that must not be a thread of the application, of its client or
 * of the timer. The thread ends soon after the last line. Lines that wait are bounded: those beyond
 * are dropped and counted. Thread-safe; only {@link #start} waits, for a moment. It loads no
 * executor and no lambda, because it writes when a program starts.
 */
public final class LogWriter {
  /**
   * Writes to the process's own standard error, because the stream that the program has set as
   * {@code System.err} may throw, may wait for a lock, and may send its lines with the very client
   * that Redial covers.
   */
  public static final LogWriter STANDARD_ERROR = new LogWriter(null);

  private static final String THREAD = "redial-log";
  private static final int MAX_CHARS = 256 * 1024;
  private static final long START_MILLIS = 200;
  private static final long END_MILLIS = 500;
  private static final long IDLE_MILLIS = 1_000;
  private static final long NEXT_THREAD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String file;
  private final LogOutput output;

  // Guarded by this, which is not held while a line is written.
  private final Deque<Line> lines = new ArrayDeque<>();
  private int chars; // Of the lines that are not written yet.
  private long dropped; // Since the last line that was queued.
  private Thread thread;
  private long nextThreadNanos = System.nanoTime();

  // For the writing thread only.
  private long unwritten;
  private boolean hasHook;

  /** A line in the queue; without a text if only the number of dropped lines is to be written. */
  private static final class Line {
    final String text;
    final long droppedBefore;

    Line(String text, long droppedBefore) {
      this.text = text;
      this.droppedBefore = droppedBefore;
    }
  }

  /**
   * Creates a writer.
   *
   * @param file the file to append to, opened with the first line; null for standard error
   */
  LogWriter(String file) {
    this.file = file;
    this.output = new LogOutput(file);
  }

  String file() {
    return file;
  }

  /** Queues a line to be written soon; it may contain any characters. Never waits. */
  void add(String line) {
    add(OneLine.of(line), false);
  }

  /**
   * Writes a line of the agent's start, and waits for it briefly, so that it comes before the
   * program's own lines and is not lost if the program ends soon.
   */
  public void start(String line) {
    if (add(OneLine.of(line), true)) { // Otherwise an earlier line was waited for.
      awaitAll(START_MILLIS);
    }
  }

  /** Queues a line, unless there are too many; returns whether it is the only one. */
  private synchronized boolean add(String line, boolean isStart) {
    boolean isOnly = chars == 0;
    if (chars + line.length() > MAX_CHARS) {
      dropped++;
    } else {
      lines.add(new Line(line, dropped));
      dropped = 0;
      chars += line.length();
      notifyAll();
    }
    boolean isWriting = thread != null && thread.isAlive();
    if (!isWriting && System.nanoTime() - nextThreadNanos >= 0) {
      try {
        Writing writing = new Writing(isStart);
        thread =
            isStart ? new Thread(writing, THREAD) : new DaemonThreads(THREAD).newThread(writing);
        thread.setDaemon(true);
        thread.start();
      } catch (Throwable noThread) {
        thread = null;
        nextThreadNanos = System.nanoTime() + NEXT_THREAD_NANOS; // A later line tries again.
      }
    }
    return isOnly;
  }

  /** Writes the lines that are there, and those that come soon after. */
  private final class Writing implements Runnable {
    private final boolean isStart;

    Writing(boolean isStart) {
      this.isStart = isStart;
    }

    @Override
    public void run() {
      long idleMillis = isStart ? 0 : IDLE_MILLIS;
      Line line = next(null, idleMillis);
      for (boolean first = true; line != null; first = false) {
        if (!isStart || !first) {
          flushAtExit();
        }
        write(line);
        line = next(line, idleMillis);
      }
    }
  }

  /** Returns the line after one that is written; null if there is none and the thread may end. */
  private synchronized Line next(Line written, long idleMillis) {
    chars -= written == null || written.text == null ? 0 : written.text.length();
    notifyAll();
    long end = nanosAfter(idleMillis);
    try {
      for (long left = idleMillis; left > 0 && lines.isEmpty() && dropped == 0; ) {
        wait(left);
        left = millisUntil(end);
      }
    } catch (InterruptedException e) {
      // Another thread writes the next line.
    }
    Line next = lines.poll();
    if (next == null && dropped > 0) {
      next = new Line(null, dropped);
      dropped = 0;
    }
    thread = next == null ? null : thread;
    return next;
  }

  private void write(Line line) {
    unwritten += line.droppedBefore;
    try {
      if (unwritten > 0) {
        String lost = unwritten + " lines were dropped here: they could not be written";
        output.print(LogLine.plain(LogLevel.WARN, lost));
        unwritten = 0;
      }
      if (line.text != null) {
        output.print(line.text);
      }
    } catch (Throwable thrown) { // A full disk, for example.
      unwritten += line.text == null ? 0 : 1;
    }
  }

  private void flushAtExit() {
    if (!hasHook) {
      hasHook = true;
      try {
        Thread hook = new DaemonThreads("redial-log-end").newThread(() -> awaitAll(END_MILLIS));
        Runtime.getRuntime().addShutdownHook(hook);
      } catch (IllegalStateException | SecurityException e) {
        // The JVM is ending already, or a security manager forbids it.
      }
    }
  }

  /** Waits until the lines so far are written, but not for long. */
  private void awaitAll(long millis) {
    awaitOwn(millis);
    if (this != STANDARD_ERROR) {
      STANDARD_ERROR.awaitOwn(millis); // The lines may have gone there.
    }
  }

  private synchronized void awaitOwn(long millis) {
    long end = nanosAfter(millis);
    try {
      for (long left = millis; left > 0 && chars > 0 && thread != null; ) {
        wait(left);
        left = millisUntil(end);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long nanosAfter(long millis) {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static long millisUntil(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime());
  }
}
