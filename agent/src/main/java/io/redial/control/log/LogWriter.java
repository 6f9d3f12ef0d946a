package io.redial.control.log;

import io.redial.config.OneLine;

/**
 * Writes lines to standard error or to one file, on a thread of its own: a pipe that nobody reads
 * blocks whoever writes to it, and that must not be a thread of the application, of its client or
 * of the timer. Thread-safe; only {@link #start} waits, for a moment. Until there are other lines
 * than those of the start, no executor is loaded.
 */
public final class LogWriter {
  /**
   * Writes to the process's own standard error, because the stream that the program has set as
   * {@code System.err} may throw, may wait for a lock, and may send its lines with the very client
   * that Redial covers.
   */
  public static final LogWriter STANDARD_ERROR = new LogWriter(null);

  static final String THREAD = "redial-log";
  private static final long START_MILLIS = 200;

  private final String file;
  private final LogOutput output;

  /** What wrote the latest line of the start, or has not come to it yet; null if there was none. */
  private volatile Thread starting;

  private volatile LogQueue queue;

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
    queue().add(OneLine.of(line));
  }

  private LogQueue queue() {
    if (queue == null) {
      synchronized (this) {
        if (queue == null) {
          queue = new LogQueue(this, output);
        }
      }
    }
    return queue;
  }

  /**
   * Writes a line of the agent's start, and waits for it briefly, so that it comes before the
   * program's own lines and is not lost if the program ends soon.
   */
  public void start(String line) {
    Thread earlier = starting;
    LogQueue open = queue;
    if (open != null || (earlier != null && earlier.isAlive())) {
      boolean waits = open != null && open.isEmpty(); // Otherwise an earlier line was waited for.
      add(line);
      if (waits) {
        open.await(START_MILLIS);
      }
      return;
    }
    Thread writing = new StartThread(OneLine.of(line));
    try {
      writing.start();
      starting = writing;
      writing.join(START_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable noThread) {
      add(line); // A later line tries again.
    }
  }

  /** Writes one line. Not a lambda, whose first one loads a hundred classes. */
  private final class StartThread extends Thread {
    private final String line;

    StartThread(String line) {
      super(THREAD);
      this.line = line;
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        output.print(line);
      } catch (Throwable thrown) {
        // A full disk, for example.
      }
    }
  }

  /** Waits for the line of the start: one thread writes at a time. */
  void awaitStart() throws InterruptedException {
    Thread first = starting;
    if (first != null) {
      first.join();
      starting = null;
    }
  }

  /** Waits until the lines so far are written, but at most that many milliseconds. */
  void await(long millis) {
    if (queue != null) {
      queue.await(millis);
    }
  }
}
