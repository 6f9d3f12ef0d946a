package io.redial.control.log;

import io.redial.call.DaemonThreads;
import io.redial.config.LogLevel;
import io.redial.config.OneLine;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes lines to standard error or to one file, on a thread of its own: a pipe that nobody reads
 * blocks whoever writes to it, and that must not be a thread of the application, of its client or
 * of the timer. The queue is bounded; lines beyond that are dropped and counted. The thread ends
 * soon after the last line. Thread-safe; only {@link #start} and the shutdown hook wait, for a
 * moment. What runs at the agent's start has no lambdas, whose first one loads a hundred classes.
 */
public final class LogWriter implements ThreadFactory {
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

  /** At first, its thread ends with the line: programs may count their threads. */
  private final ThreadPoolExecutor executor =
      new ThreadPoolExecutor(
          1, 1, 1, TimeUnit.NANOSECONDS, new LinkedBlockingQueue<Runnable>(), this);

  /** The length of the lines that are not written yet. */
  private final AtomicInteger chars = new AtomicInteger();

  private final AtomicLong dropped = new AtomicLong();
  private volatile boolean flushesAtExit;
  private volatile long nextThreadNanos = System.nanoTime();

  // For the writing thread only.
  private long unwritten;
  private boolean hasHook;

  /**
   * Creates a writer.
   *
   * @param file the file to append to, opened with the first line; null for standard error
   */
  LogWriter(String file) {
    this.file = file;
    this.output = new LogOutput(file);
    executor.allowCoreThreadTimeOut(true);
  }

  String file() {
    return file;
  }

  /** Queues a line to be written soon; it may contain any characters. Never waits. */
  void add(String line) {
    if (!flushesAtExit) { // Lines of the start are waited for: not every program needs a hook.
      flushesAtExit = true;
      executor.setKeepAliveTime(IDLE_MILLIS, TimeUnit.MILLISECONDS);
    }
    enqueue(line);
  }

  /**
   * Writes a line of the agent's start, and waits for it briefly, so that it comes before the
   * program's own lines and is not lost if the program ends soon.
   */
  public void start(String line) {
    boolean waits = chars.get() == 0; // Otherwise an earlier line was waited for.
    enqueue(line);
    if (waits) {
      await(START_MILLIS);
    }
  }

  private void enqueue(String line) {
    String safe = OneLine.of(line);
    if (chars.addAndGet(safe.length()) > MAX_CHARS) {
      chars.addAndGet(-safe.length());
      dropped.incrementAndGet();
    } else {
      long before = dropped.getAndSet(0);
      enqueue(new Line(safe, before));
    }
  }

  /** Queues a task first, so that it is kept if there can be no thread now. */
  private void enqueue(Runnable task) {
    executor.getQueue().add(task);
    if (System.nanoTime() - nextThreadNanos >= 0) {
      try {
        executor.prestartCoreThread();
      } catch (Throwable noThread) {
        nextThreadNanos = System.nanoTime() + NEXT_THREAD_NANOS; // A later line tries again.
      }
    }
  }

  /** A thread that inherits nothing of the application; at the start there is nothing yet. */
  @Override
  public Thread newThread(Runnable task) {
    if (flushesAtExit) {
      return new DaemonThreads(THREAD).newThread(task);
    }
    Thread thread = new Thread(task, THREAD);
    thread.setDaemon(true);
    return thread;
  }

  /** A line in the queue; null if only the number of dropped lines is to be written. */
  private final class Line implements Runnable {
    private final String line;
    private final long droppedBefore;

    Line(String line, long droppedBefore) {
      this.line = line;
      this.droppedBefore = droppedBefore;
    }

    @Override
    public void run() {
      unwritten += droppedBefore;
      try {
        flushAtExit();
        if (unwritten > 0) {
          String lost = unwritten + " lines were dropped here: they could not be written";
          output.print(LogLine.plain(LogLevel.WARN, lost));
          unwritten = 0;
        }
        if (line != null) {
          output.print(line);
        }
      } catch (Throwable thrown) { // A full disk, for example.
        unwritten += line == null ? 0 : 1;
      }
      if (line != null && chars.addAndGet(-line.length()) == 0 && dropped.get() > 0) {
        new Line(null, dropped.getAndSet(0)).run();
      }
    }
  }

  private void flushAtExit() {
    if (flushesAtExit && !hasHook) {
      hasHook = true;
      try {
        Thread hook = new DaemonThreads("redial-log-end").newThread(() -> await(END_MILLIS));
        Runtime.getRuntime().addShutdownHook(hook);
      } catch (IllegalStateException | SecurityException e) {
        // The JVM is ending already, or a security manager forbids it.
      }
    }
  }

  /** Waits until the lines so far are written, but at most that many milliseconds. */
  private void await(long millis) {
    if (chars.get() > 0) {
      FutureTask<?> written = new FutureTask<>(new Line(null, 0), null);
      enqueue(written);
      try {
        if (executor.getPoolSize() > 0) { // Otherwise there can be no thread now.
          written.get(millis, TimeUnit.MILLISECONDS);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (ExecutionException | TimeoutException late) {
        // The program goes on, or ends.
      }
    }
    if (this != STANDARD_ERROR) {
      STANDARD_ERROR.await(millis); // The lines may have gone there.
    }
  }
}
