package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.policy.RetryPolicy;
import java.util.concurrent.Future;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpContext;

/** One attempt of a blocking call. */
final class ClassicAttempt extends Attempt implements Stoppable {
  private final AttemptRequest request;
  private final Redirects redirects;
  private boolean arrived;
  private volatile boolean stopped;
  private KeptBody kept;
  private Future<?> limit;

  ClassicAttempt(Call call, ClassicHttpRequest original, HttpContext context) {
    super(call);
    this.request = new AttemptRequest(original);
    this.redirects = new Redirects(context, request);
  }

  AttemptRequest request() {
    return request;
  }

  /**
   * It is about to be made. The clock of {@code per-try-timeout} starts with its connection: how
   * long to wait for one from the pool is for the client to say (rule 2.10).
   */
  void begin() {
    if (call().attemptNanos() != RetryPolicy.UNLIMITED) {
      request.whenConnected(() -> limit = call().timer().after(call().attemptNanos(), this::stop));
    }
  }

  /** The client is done with it. */
  void end() {
    if (limit != null) {
      limit.cancel(false);
    }
  }

  private void stop() {
    synchronized (this) {
      if (arrived) {
        return;
      }
      stopped = true;
    }
    request.drop();
  }

  /** The response's head is there, and the timeout can end it no more; false if it has already. */
  synchronized boolean arrive() {
    arrived = true;
    return !stopped;
  }

  @Override
  public boolean isStopped() {
    return stopped;
  }

  @Override
  public Redirects redirects() {
    return redirects;
  }

  void keep(KeptBody body) {
    kept = body;
  }

  /** What was kept of the response that was given up on, or null. */
  KeptBody kept() {
    return kept;
  }
}
