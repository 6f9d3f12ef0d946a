package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout;
import io.redial.call.Call;
import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;

/** One attempt of a blocking call. */
final class ClassicAttempt extends Attempt implements Stoppable {
  private final ClassicHttpRequest request;
  private final Redirects redirects;
  private RequestChanges changes;
  private volatile ExecRuntime runtime;
  private final AttemptTimeout timeout = new AttemptTimeout();

  /** What was kept of the response that was given up on, or null. */
  KeptBody kept;

  /**
   * An attempt.
   *
   * @param request what the client is given
   * @param changes what is still to be changed in the client's own copy of it, or null
   */
  ClassicAttempt(
      Call call, ClassicHttpRequest request, RequestChanges changes, HttpContext context) {
    super(call);
    this.request = request;
    this.changes = changes;
    this.redirects = new Redirects(context, request);
  }

  ClassicHttpRequest request() {
    return request;
  }

  /** The client has made its own copy of the request: what differs in the attempt goes there. */
  void applyChanges(ClassicHttpRequest copy) {
    RequestChanges due = changes;
    if (due != null) {
      due.applyTo(copy, number());
      changes = null;
    }
  }

  /** Whether the client went on without taking the changes to its request. */
  boolean missesChanges() {
    return changes != null;
  }

  /** The client will send through that; false if it is known already. */
  boolean beginWith(ExecRuntime opened) {
    if (runtime == opened) {
      return false;
    }
    runtime = opened;
    return true;
  }

  /**
   * It has its connection. The clock of {@code per-try-timeout} starts now: how long to wait for a
   * connection of the pool is for the client to say (rule 2.10). What cannot be repeated after a
   * lost connection is not risked on one that may be as old as the server's last fault.
   */
  void connected() {
    if (number() > 1 && !call().keepsConnection()) {
      disconnect();
    }
    timeout.start(call().timer(), call().attemptNanos(), this::drop);
  }

  private void disconnect() {
    try {
      if (runtime.isEndpointConnected()) {
        runtime.disconnectEndpoint();
      }
    } catch (IOException | RuntimeException alreadyGone) {
      // Which is what was wanted.
    }
  }

  /** Whether it is made only to hear how the client refuses it (rule 5.4). */
  boolean isRefused() {
    return request instanceof AttemptRequest && ((AttemptRequest) request).isRefused();
  }

  /** How the client ends a request that was aborted. */
  static RequestFailedException aborted() {
    return new RequestFailedException("Request aborted");
  }

  /** The client is done with it. */
  void end() {
    timeout.stop();
  }

  /** Ends the connection; the application's request is not aborted. */
  void drop() {
    ExecRuntime inUse = runtime;
    if (inUse != null) {
      inUse.discardEndpoint();
    }
  }

  /** Whether the connection of that response is not to be used again (rule 8.3). */
  boolean dropsConnectionOf(ClassicHttpResponse response) {
    return call().dropsConnectionOf(response.getCode(), new Apache5Headers(response));
  }

  /** The response's head is there, and the timeout can end it no more; false if it has already. */
  boolean arrive() {
    timeout.takeHead();
    return !timeout.isExpired();
  }

  @Override
  public boolean isStopped() {
    return timeout.isExpired();
  }

  @Override
  public Redirects redirects() {
    return redirects;
  }
}
