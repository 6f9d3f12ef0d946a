package io.redial.client.apache5;

import io.redial.call.Call;
import org.apache.hc.client5.http.async.AsyncExecRuntime;

/**
 * Ends an exchange that takes too long. A failure that the client reports meanwhile is held back
 * until that is done: until then the client may ask its own retry layer about the exchange, which
 * must find the attempt and not send the request again. Thread-safe.
 */
final class ExchangeEnd {
  /** The runtime that sends the exchange over a connection that other calls may share, or null. */
  volatile AsyncExecRuntime stream;

  /** The failure that the client reported while the exchange was being ended, or null. */
  volatile Exception failure;

  private boolean ending;

  /**
   * Takes a failure that the client reports. Returns whether it is held back in {@link #failure}.
   */
  synchronized boolean holdsBack(Exception reported) {
    if (ending) {
      failure = reported;
    }
    return ending;
  }

  /**
   * Ends the exchange. Cancelling an exchange closes its connection, in 5.0 with all streams. If
   * the connection is released before, only the exchange's own stream ends.
   */
  void end(Call call, Runnable cancel) {
    synchronized (this) {
      ending = true;
    }
    try {
      try {
        leaveConnection();
      } catch (Throwable fault) {
        call.fault("HttpClient 5 stream", fault);
      }
      cancel.run();
    } finally {
      synchronized (this) {
        ending = false;
      }
    }
  }

  private void leaveConnection() {
    AsyncExecRuntime shared = stream;
    if (shared != null) {
      shared.releaseEndpoint();
    }
  }
}
