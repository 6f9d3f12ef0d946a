package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout;
import io.redial.call.Call;
import io.redial.kernel.FaultBoundary;
import io.redial.policy.RetryPolicy;
import java.net.URI;
import java.util.concurrent.CancellationException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.protocol.HttpClientContext;

/** One attempt of a blocking call. */
final class ClassicAttempt extends Attempt implements Stoppable {
  /** The clock of {@code per-try-timeout}, or null as long as nothing limits the attempt. */
  private AttemptTimeout timeout;

  /**
   * The runtime through which the client sends, or null. It is discarded even if {@link #drop}
   * fails.
   */
  volatile ExecRuntime runtime;

  private boolean connected;

  /** Where the last redirect led, or null. */
  URI location;

  /** Whether the time ran out while the first byte of a body was awaited. */
  volatile boolean timedOut;

  /** Whether the first byte of the body is awaited, so that a failure now is one of the body. */
  boolean readsBody;

  ClassicAttempt(Call call) {
    super(call);
  }

  /**
   * Called when the attempt has a connection, also for one after a redirect. The clock of {@code
   * per-try-timeout} starts now, because the client's own pool limits the wait for a connection
   * (rule 2.10). A retry that could not be repeated after a lost connection does not use a pooled
   * connection, which the failing server may be about to close.
   */
  void acquired(ExecRuntime acquired) {
    runtime = acquired;
    if (isStopped()) {
      drop(); // The time ran out while the attempt had no connection that could be ended.
      return;
    }
    if (connected) {
      return;
    }
    connected = true;
    if (number() > 1 && !call().keepsConnection()) {
      FaultBoundary.attempt( // A connection that is gone needs no disconnecting.
          () -> {
            if (acquired.isEndpointConnected()) {
              acquired.disconnectEndpoint();
            }
          });
    }
    long nanos = call().attemptNanos();
    if (nanos != RetryPolicy.UNLIMITED) {
      call().startAttemptClock();
      timeout = new AttemptTimeout();
      timeout.start(call().timer(), nanos, this::drop);
    }
  }

  /**
   * Returns what a client throws once it is closed: what its connection manager answers when it is
   * asked for a connection; null if that is still open, because another client shares it. The
   * request that asks is aborted already, so that nothing is waited for.
   *
   * @param runtime a runtime of the client
   */
  static Exception refusal(ExecRuntime runtime, HttpRoute route) {
    HttpUriRequestBase aborted = new HttpUriRequestBase("GET", URI.create("/"));
    aborted.cancel();
    ExecRuntime asking = runtime.fork(aborted);
    try {
      asking.acquireEndpoint("", route, null, HttpClientContext.create());
      return null;
    } catch (CancellationException open) {
      return null;
    } catch (Exception closed) {
      return closed;
    } finally {
      asking.discardEndpoint();
    }
  }

  /** Stops the clock, because the client is done with the attempt. */
  void end() {
    if (timeout != null) {
      timeout.stop();
    }
  }

  /** Ends the connection. The application's request is not aborted. */
  void drop() {
    ExecRuntime inUse = runtime;
    if (inUse != null) {
      inUse.discardEndpoint();
    }
  }

  /**
   * Notes that the response's head arrived, so that the timeout cannot end the attempt any more.
   * Returns false if the timeout has ended it already.
   */
  boolean arrive() {
    return timeout == null || timeout.takeHead() || !timeout.isExpired();
  }

  @Override
  public boolean isStopped() {
    return timedOut || (timeout != null && timeout.isExpired());
  }

  @Override
  public boolean awaitsFirstByte() {
    return readsBody;
  }

  @Override
  public boolean isRedirected() {
    return location != null;
  }
}
