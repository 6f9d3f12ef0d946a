package io.redial.control.log;

import io.redial.call.DaemonThreads;
import io.redial.config.LogLevel;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The lines that wait to be written, and the thread that writes them, which ends soon after the
 * last one. It is bounded: lines beyond that are dropped and counted. Thread-safe.
 */
final class LogQueue {
  private static final int MAX_CHARS = 256 * 1024;
  private static final long END_MILLIS = 500;
  private static final long IDLE_MILLIS = 1_000;
  private static final long NEXT_THREAD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LogWriter writer;
  private final LogOutput output;

  private final ThreadPoolExecutor executor =
      new ThreadPoolExecutor(
          1,
          1,
          IDLE_MILLIS,
          TimeUnit.MILLISECONDS,
          new LinkedBlockingQueue<>(),
          new DaemonThreads(LogWriter.THREAD));

  /** The length of the lines that are not written yet. */
  private final AtomicInteger chars = new AtomicInteger();

  private final AtomicLong dropped = new AtomicLong();
  private volatile long nextThreadNanos = System.nanoTime();

  // For the writing thread only.
  private long unwritten;
  private boolean hasHook;

  LogQueue(LogWriter writer, LogOutput output) {
    this.writer = writer;
    this.output = output;
    executor.allowCoreThreadTimeOut(true);
  }

  boolean isEmpty() {
    return chars.get() == 0;
  }

  /** Queues a line, unless there are too many. Never waits. */
  void add(String line) {
    if (chars.addAndGet(line.length()) > MAX_CHARS) {
      chars.addAndGet(-line.length());
      dropped.incrementAndGet();
    } else {
      enqueue(new Line(line, dropped.getAndSet(0)));
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
        writer.awaitStart();
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
    if (!hasHook) {
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
  void await(long millis) {
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
    if (writer != LogWriter.STANDARD_ERROR) {
      LogWriter.STANDARD_ERROR.await(millis); // The lines may have gone there.
    }
  }
}
