package io.redial.control.log;

import io.redial.call.DaemonThreads;
import io.redial.config.OneLine;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Writes lines to standard error or to one file, on a thread of its own: a pipe that nobody reads
 * blocks whoever writes to it, and that must not be a thread of the application, of its client or
 * of the timer. The queue is bounded; lines beyond that are dropped and counted. The thread ends
 * soon after the last line. Thread-safe; only {@link #start} and the shutdown hook wait, for a
 * moment.
 */
public final class LogWriter implements Runnable {
  /**
   * Writes to the process's own standard error, because the stream that the program has set as
   * {@code System.err} may throw, may wait for a lock, and may send its lines with the very client
   * that Redial covers.
   */
  public static final LogWriter STANDARD_ERROR = new LogWriter(null);

  private static final int MAX_CHARS = 256 * 1024;
  private static final long START_MILLIS = 200;
  private static final long END_MILLIS = 500;
  private static final long IDLE_MILLIS = 10_000;
  private static final long NEXT_THREAD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String file;
  private final LogOutput output;

  // Guards itself and the fields below; nobody holds its monitor while a line is written.
  private final ArrayDeque<String> lines = new ArrayDeque<>();
  private int chars;
  private long dropped;
  private boolean running;
  private boolean busy;
  private boolean lasting;
  private long lastFailureNanos;
  private boolean threadFailed;

  // For the writing thread only. There is one at a time; the monitor passes these on to the next.
  private long unwritten;
  private boolean flushesAtExit;

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
    add(line, true);
  }

  /**
   * Writes a line of the agent's start, and waits for it briefly, so that it comes before the
   * program's own lines and is not lost if the program ends soon.
   */
  public void start(String line) {
    boolean free;
    synchronized (lines) {
      free = lines.isEmpty() && !busy;
    }
    add(line, false);
    if (free) { // Otherwise an earlier line is still unwritten, and it was waited for.
      await(START_MILLIS);
      if (this != STANDARD_ERROR) {
        STANDARD_ERROR.await(START_MILLIS); // The line may have gone there.
      }
    }
  }

  private void add(String line, boolean whileTheProgramRuns) {
    String safe = OneLine.of(line);
    synchronized (lines) {
      lasting |= whileTheProgramRuns;
      if (chars + safe.length() > MAX_CHARS) {
        dropped++;
      } else {
        reportDropped();
        enqueue(safe);
      }
      if (running) {
        lines.notifyAll();
        return;
      }
      if (threadFailed && System.nanoTime() - lastFailureNanos < NEXT_THREAD_NANOS) {
        return;
      }
      running = true;
    }
    startThread(whileTheProgramRuns);
  }

  private void enqueue(String line) {
    lines.addLast(line);
    chars += line.length();
  }

  private void reportDropped() {
    if (dropped > 0) {
      enqueue(leftOut(dropped));
      dropped = 0;
    }
  }

  private static String leftOut(long count) {
    return LogLine.plain(
        LogSink.WARN, count + " lines were dropped here: they could not be written");
  }

  private void startThread(boolean whileTheProgramRuns) {
    try {
      thread(whileTheProgramRuns).start();
    } catch (Throwable noThread) {
      synchronized (lines) {
        running = false; // A later line tries again.
        threadFailed = true;
        lastFailureNanos = System.nanoTime();
        lines.notifyAll();
      }
    }
  }

  /**
   * Creates the writing thread. At the agent's start an ordinary thread will do: there is nothing
   * of the application yet that it could inherit.
   */
  private Thread thread(boolean whileTheProgramRuns) {
    String name = "redial-log";
    if (whileTheProgramRuns) {
      return new DaemonThreads(name).newThread(this);
    }
    Thread thread = new Thread(this, name);
    thread.setDaemon(true);
    return thread;
  }

  // The writing thread.

  @Override
  public void run() {
    String line = next();
    while (line != null) {
      write(line);
      line = next();
    }
  }

  /** Returns the next line, or null if none came for a while and this thread is to end. */
  private String next() {
    synchronized (lines) {
      busy = false;
      lines.notifyAll();
      if (lines.isEmpty()) {
        reportDropped();
      }
      if (lines.isEmpty() && lasting) {
        waitFor(IDLE_MILLIS);
      }
      String line = lines.pollFirst();
      if (line == null) {
        running = false;
        return null;
      }
      chars -= line.length();
      busy = true;
      return line;
    }
  }

  private void waitFor(long millis) {
    try {
      lines.wait(millis);
    } catch (InterruptedException e) {
      // Something interrupts all threads. If there is no line, this thread ends.
    }
  }

  private void write(String line) {
    try {
      flushAtExit();
      if (unwritten > 0) {
        output.print(leftOut(unwritten));
        unwritten = 0;
      }
      output.print(line);
    } catch (Throwable thrown) { // A full disk, for example.
      unwritten++;
    }
  }

  /**
   * Adds a shutdown hook once lines are written while the program runs. Lines of the agent's start
   * are waited for, so that not every program needs a hook.
   */
  private void flushAtExit() {
    if (flushesAtExit) {
      return;
    }
    synchronized (lines) {
      if (!lasting) {
        return;
      }
    }
    flushesAtExit = true;
    try {
      Runtime.getRuntime()
          .addShutdownHook(new DaemonThreads("redial-log-end").newThread(this::flush));
    } catch (IllegalStateException | SecurityException e) {
      // The JVM is ending already, or a security manager forbids it.
    }
  }

  private void flush() {
    await(END_MILLIS);
    if (this != STANDARD_ERROR) {
      STANDARD_ERROR.await(END_MILLIS); // The lines may have gone there.
    }
  }

  /** Waits until all lines are written, but at most that many milliseconds. */
  private void await(long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    synchronized (lines) {
      long left = millis;
      while (running && (busy || !lines.isEmpty()) && left > 0) {
        try {
          lines.wait(left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      }
    }
  }
}
