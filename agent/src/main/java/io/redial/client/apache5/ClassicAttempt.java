package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout;
import io.redial.call.Call;
import io.redial.call.RetryOutlook;
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

  /**
   * The runtime through which the client sends, or null. It is discarded even if {@link #drop}
   * fails.
   */
  volatile ExecRuntime runtime;

  /** Whether Redial is acquiring a connection for the attempt. */
  boolean acquiring;

  private final AttemptTimeout timeout = new AttemptTimeout();
  private boolean connected;
  private volatile boolean timedOut;

  /** Whether the head has arrived, and a failure now is one of the body. */
  private boolean readsBody;

  /** What was kept of the given-up response, or null. */
  KeptBody kept;

  /**
   * Creates an attempt.
   *
   * @param request what the client is given
   * @param changes what is still to be changed in the client's own copy of the request, or null
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

  /** Applies the attempt's changes to the client's own copy of the request, once. */
  void applyChanges(ClassicHttpRequest copy) {
    RequestChanges due = changes;
    if (due != null) {
      due.applyTo(copy, number());
      changes = null;
    }
  }

  /** Returns whether the changes were not applied, because the client made no copy. */
  boolean missesChanges() {
    return changes != null;
  }

  /** Sets the runtime through which the client will send. Returns false if it is known already. */
  boolean beginWith(ExecRuntime opened) {
    if (runtime == opened) {
      return false;
    }
    runtime = opened;
    return true;
  }

  /**
   * Called when the attempt has its connection. The clock of {@code per-try-timeout} starts now,
   * because the client's own pool limits the wait for a connection (rule 2.10). A retry that could
   * not be repeated after a lost connection does not use a pooled connection, which the failing
   * server may be about to close.
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
      // A connection that is gone needs no disconnecting.
    }
  }

  /** Returns whether the attempt is made only to get the client's own exception (rule 5.4). */
  boolean isRefused() {
    return request instanceof AttemptRequest && ((AttemptRequest) request).isRefused();
  }

  /** Returns the exception by which the client ends an aborted request. */
  static RequestFailedException aborted() {
    return new RequestFailedException("Request aborted");
  }

  /** Stops the clock, because the client is done with the attempt. */
  void end() {
    timeout.stop();
  }

  /** Ends the connection. The application's request is not aborted. */
  void drop() {
    ExecRuntime inUse = runtime;
    if (inUse != null) {
      inUse.discardEndpoint();
    }
  }

  /** Returns whether the connection of that response must not be used again (rule 8.3). */
  boolean dropsConnectionOf(ClassicHttpResponse response) {
    return RetryOutlook.dropsConnection(call(), response.getCode(), new Apache5Headers(response));
  }

  /**
   * Notes that the response's head arrived, so that the timeout cannot end the attempt any more.
   * Returns false if the timeout has ended it already.
   */
  boolean arrive() {
    timeout.takeHead();
    return !timeout.isExpired();
  }

  /** Returns whether the attempt's time is limited. */
  boolean isTimed() {
    return call().attemptNanos() != RetryPolicy.UNLIMITED;
  }

  /** Returns the exception with which an attempt ends when its time runs out. */
  static SocketTimeoutException timedOut() {
    return new SocketTimeoutException("per-try-timeout");
  }

  @Override
  public boolean isStopped() {
    return timedOut || timeout.isExpired();
  }

  @Override
  public boolean awaitsFirstByte() {
    return readsBody;
  }

  /** Notes that the first byte of the body is awaited from now on. */
  void awaitFirstByte() {
    readsBody = true;
  }

  /**
   * Notes that the time ran out while the first byte of a body was awaited. Returns the exception
   * with which the attempt ends.
   */
  SocketTimeoutException timedOutBeforeFirstByte() {
    timedOut = true;
    return timedOut();
  }

  @Override
  public Redirects redirects() {
    return redirects;
  }

  /**
   * Returns whether the response is given up on. A response that throws when it is looked at (a
   * mock's, for example) goes to the application.
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
