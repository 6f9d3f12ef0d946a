package io.redial.client.apache5;

import org.apache.hc.client5.http.async.AsyncExecRuntime;

/** What sends an exchange over a connection that other calls may share, once that is known. */
final class SharedStream {
  volatile AsyncExecRuntime runtime;

  /**
   * Releases the connection, so that only the exchange's own stream ends: cancelling an exchange
   * closes its connection, in 5.0 with all streams.
   */
  void leaveConnection() {
    AsyncExecRuntime shared = runtime;
    if (shared != null) {
      shared.releaseEndpoint();
    }
  }
}
