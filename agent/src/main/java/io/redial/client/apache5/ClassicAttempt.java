package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout;
import io.redial.call.Call;
import io.redial.policy.RetryPolicy;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;

/** One attempt of a blocking call. */
final class ClassicAttempt extends Attempt implements Stoppable {
  private final ClassicHttpRequest request;
  private final Redirects redirects;
  private RequestChanges changes;

  /** Through which the client sends, or null; discarded even if {@link #drop} fails. */
  volatile ExecRuntime runtime;

  /** Whether Redial is taking a connection for it. */
  boolean acquiring;

  private final AttemptTimeout timeout = new AttemptTimeout();
  private boolean connected;
  private volatile boolean timedOut;

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
    this.redirects = new Redirects(context, request, changes == null ? null : changes.path());
  }

  ClassicHttpRequest request() {
    return request;
  }

  /**
   * The client has made its own copy of the request, to which the attempt's changes are applied.
   */
  void applyChanges(ClassicHttpRequest copy) {
    RequestChanges due = changes;
    if (due != null) {
      due.applyTo(copy, number());
      changes = null;
    }
  }

  /** Whether the changes were not applied, because the client made no copy. */
  boolean missesChanges() {
    return changes != null;
  }

  /** Sets the runtime through which the client will send; false if it is known already. */
  boolean beginWith(ExecRuntime opened) {
    if (runtime == opened) {
      return false;
    }
    runtime = opened;
    return true;
  }

  /**
   * The attempt has its connection, and the clock of {@code per-try-timeout} starts; how long to
   * wait for a connection is up to the client's pool (rule 2.10). A retry that could not be
   * repeated after a lost connection does not use a pooled connection, which the failing server may
   * be about to close.
   */
  void connected() {
    if (number() > 1 && !call().keepsConnection()) {
      disconnect();
    }
    if (!connected) {
      connected = true;
      call().startAttemptClock();
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

  /** Whether it is made only to get the client's own exception (rule 5.4). */
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

  /**
   * The response's head arrived, so the timeout cannot end the attempt any more; false if it
   * already did.
   */
  boolean arrive() {
    timeout.takeHead();
    return !timeout.isExpired();
  }

  /** Whether its time is limited. */
  boolean isTimed() {
    return call().attemptNanos() != RetryPolicy.UNLIMITED;
  }

  /** With what it ends when its time runs out. */
  static SocketTimeoutException timedOut() {
    return new SocketTimeoutException("per-try-timeout");
  }

  @Override
  public boolean isStopped() {
    return timedOut || timeout.isExpired();
  }

  /** Its time ran out before the first byte of a body that was awaited; with what it ends. */
  SocketTimeoutException timedOutBeforeFirstByte() {
    timedOut = true;
    return timedOut();
  }

  @Override
  public Redirects redirects() {
    return redirects;
  }

  /**
   * A response that throws when it is looked at (a mock's, for example) goes to the application.
   */
  boolean givesUp(CloseableHttpResponse response) {
    try {
      return head(response.getCode(), new Apache5Headers(response), redirects().followed())
          .retries();
    } catch (Throwable fault) {
      givenUp = false;
      call().fault("HttpClient 5 response", fault);
      return false;
    }
  }
}
