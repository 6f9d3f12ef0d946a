package io.redial.subjects.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** So many threads share a client and make so many calls. */
final class Round {
  private static final int SMALL = 200;
  private static final int LARGE = 40_000;
  private static final int KINDS = 8;
  private static final int EVENTS = 50;
  private static final int EARLY = 4;
  private static final int SHOWN = 5;
  private static final int CANCEL_WITHIN_MICROS = 2000;
  private static final long PATIENCE_SECONDS = 300;

  private final LoadClient client;
  private final String url;
  private final int threads;
  private final int calls;
  private final boolean cancels;
  private final String probeUrl;
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicInteger cancelled = new AtomicInteger();
  private final Queue<String> shown = new ConcurrentLinkedQueue<>();
  private final Queue<Thread> own = new ConcurrentLinkedQueue<>();

  /** Described by {@code url;threads;calls;healthy;probe's url} or {@code …;cancels;…}. */
  Round(LoadClient client, String description) {
    String[] parts = description.split(";", -1);
    this.client = client;
    url = parts[0];
    threads = Integer.parseInt(parts[1]);
    calls = Integer.parseInt(parts[2]);
    cancels = parts[3].equals("cancels");
    probeUrl = parts[4];
  }

  /** Runs it and says what came of it; what the heap gained is told of the later calls alone. */
  String run() throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(threads, this::thread);
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(2, this::thread);
    try {
      good(LoadRequest.get(url + "/ok/?down=" + SMALL), SMALL);
      each(callers, thread -> connect());
      int each = calls / threads;
      each(callers, thread -> work(timer, thread, 0, each / EARLY));
      long before = Usage.heap();
      each(callers, thread -> work(timer, thread, each / EARLY, each));
      long growth = Usage.heap() - before;
      end(callers);
      end(timer);
      for (Thread thread : own) {
        thread.join(); // An executor has ended a moment before its last thread has.
      }
      for (String failure : shown) {
        System.err.println(failure);
      }
      LoadResponse probe = client.call(probe()).run();
      return "failures="
          + failures
          + " cancelled="
          + cancelled
          + " probe="
          + probe.status()
          + " growth="
          + growth
          + Usage.threads();
    } finally {
      callers.shutdownNow();
      timer.shutdownNow();
    }
  }

  private Thread thread(Runnable task) {
    Thread thread = new Thread(task, "caller");
    own.add(thread);
    return thread;
  }

  /** Is answered with a 503 and a hint the first time. */
  private LoadRequest probe() {
    return LoadRequest.of("PUT", probeUrl, LARGE / 2).streamingUp();
  }

  private interface Worker {
    void work(int thread) throws Exception;
  }

  private void each(ExecutorService callers, Worker worker) throws Exception {
    List<Future<?>> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      Callable<Void> task =
          () -> {
            worker.work(thread);
            return null;
          };
      workers.add(callers.submit(task));
    }
    for (Future<?> begun : workers) {
      begun.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static void end(ExecutorService executor) throws InterruptedException {
    executor.shutdown();
    if (!executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("threads of the program's own do not end");
    }
  }

  /** All at once, so that a pool has all its connections before the work begins. */
  private void connect() {
    good(LoadRequest.get(url + "/gather/all?n=" + threads + "&down=1"), 1);
  }

  private void work(ScheduledExecutorService timer, int thread, int from, int to) {
    for (int i = from; i < to; i++) {
      if (cancels && i % 2 == 1) {
        cancelled(timer, "c" + thread + "-" + i);
      } else {
        healthy(cancels ? i / 2 : i);
      }
    }
  }

  private void healthy(int i) {
    String small = url + "/ok/?down=" + SMALL;
    String large = url + "/ok/?stream=1&down=" + LARGE;
    switch (i % KINDS) {
      case 0:
        good(LoadRequest.get(small), SMALL);
        break;
      case 1:
      case 4:
        good(LoadRequest.of("POST", small + "&up=" + SMALL, SMALL), SMALL);
        break;
      case 2:
        good(LoadRequest.get(large).streamingDown(), LARGE);
        break;
      case 3:
        good(
            LoadRequest.of("POST", small + "&up=" + LARGE, LARGE).streamingUp().streamingDown(),
            SMALL);
        break;
      case 5:
        events(EventPattern.SSE);
        break;
      case 6:
        events(EventPattern.WATCH);
        break;
      default:
        good(LoadRequest.get(small).streamingDown(), SMALL);
        break;
    }
  }

  private void events(EventPattern pattern) {
    byte[] events = pattern.bytes(0, EVENTS);
    String target = url + "/ok/" + pattern.path() + "?" + pattern.query(EVENTS);
    LoadRequest request = LoadRequest.get(target).events(events);
    good(request.streamingDown(), events.length);
  }

  private void good(LoadRequest request, int length) {
    try {
      LoadResponse response = client.call(request).run();
      if (!response.isGood(length)) {
        fail(request, response.toString(), null);
      }
    } catch (Throwable thrown) {
      fail(request, thrown.toString(), thrown);
    }
  }

  private void fail(LoadRequest request, String what, Throwable thrown) {
    if (failures.incrementAndGet() <= SHOWN) {
      StringBuilder text = new StringBuilder(request + ": " + what);
      for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
        text.append("\n  caused by ").append(cause);
        for (StackTraceElement element : cause.getStackTrace()) {
          text.append("\n    at ").append(element);
        }
      }
      shown.add(text.toString());
    }
  }

  /** Whether it is cancelled in time is a matter of chance. */
  private void cancelled(ScheduledExecutorService timer, String id) {
    LoadCall call = client.call(LoadRequest.get(url + "/ok/" + id + "?down=" + SMALL));
    int delay = ThreadLocalRandom.current().nextInt(CANCEL_WITHIN_MICROS);
    Future<?> cancelling = timer.schedule(call::cancel, delay, TimeUnit.MICROSECONDS);
    try {
      call.run();
    } catch (Exception ended) {
      cancelled.incrementAndGet(); // As it was asked to.
    } finally {
      cancelling.cancel(false);
      Thread.interrupted();
    }
  }
}
