package io.redial.subjects.load;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A call that is made on another thread, and its outcome. */
final class Incident {
  private static final long PATIENCE_SECONDS = 60;
  private static final long SHORT_MILLIS = 100;

  private final LoadClient client;
  private final LoadRequest request;
  private final LoadCall call;
  private Future<LoadResponse> outcome;

  Incident(LoadClient client, LoadRequest request) {
    this.client = client;
    this.request = request;
    call = client.call(request);
  }

  void begin(ExecutorService threads) {
    outcome =
        threads.submit(
            () -> {
              try {
                return call.run();
              } finally {
                Thread.interrupted(); // Where cancelling means that.
              }
            });
  }

  /** Closes its client, or ends the call where a client cannot be closed. */
  void close() throws IOException {
    if (client.isCloseable()) {
      client.close();
    } else {
      call.cancel();
    }
  }

  LoadCall call() {
    return call;
  }

  /** What is waited for, for so many milliseconds. */
  interface Sign {
    boolean await(long millis) throws InterruptedException;
  }

  /** Waits until that is seen, or until it cannot come any more. */
  void await(Sign sign) throws InterruptedException {
    while (!sign.await(SHORT_MILLIS)) {
      if (outcome.isDone()) {
        return;
      }
    }
  }

  /** Waits until it is over, however it ended. */
  void awaitEnd() throws Exception {
    outcomeOrThrown();
  }

  private Object outcomeOrThrown() throws Exception {
    try {
      return outcome.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (TimeoutException e) {
      throw new IllegalStateException(request + " does not end", e);
    }
  }

  /** Why it is not the success that it should be, or null. */
  String fault(int length) throws Exception {
    Object end = outcomeOrThrown();
    if (end instanceof LoadResponse && ((LoadResponse) end).isGood(length)) {
      return null;
    }
    StringBuilder text = new StringBuilder(request + ": " + end);
    for (Throwable thrown = end instanceof Throwable ? (Throwable) end : null;
        thrown != null;
        thrown = thrown.getCause()) {
      text.append("\n  caused by ").append(thrown);
      for (StackTraceElement element : thrown.getStackTrace()) {
        text.append("\n    at ").append(element);
      }
    }
    return text.toString();
  }
}
