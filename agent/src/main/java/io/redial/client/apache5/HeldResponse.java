package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.FirstByte;
import io.redial.kernel.BodyDecisions;
import io.redial.kernel.Handler;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ResponseSignals;
import io.redial.kernel.Resumer;
import io.redial.policy.RetryPolicy;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * A response that the application's consumer gets only with the first byte of its body, or with the
 * body's end (rule 10.6), and its clock.
 */
final class HeldResponse<T> implements BodyDecisions<AsyncResponseConsumer<T>> {
  private final Attempt attempt;
  private final Redirects redirects;
  private final Runnable commit;
  private final Function<PushedBody<AsyncResponseConsumer<T>, CapacityChannel, T>, Resumer> resumer;
  final PushedBody<AsyncResponseConsumer<T>, CapacityChannel, T> body;
  private volatile Future<?> limit;
  private volatile boolean isTooLate;

  /**
   * Creates a response.
   *
   * @param commit is called before the application gets it
   * @param resumer returns what resumes its body, or null
   */
  HeldResponse(
      Attempt attempt,
      Redirects redirects,
      Runnable commit,
      Function<PushedBody<AsyncResponseConsumer<T>, CapacityChannel, T>, Resumer> resumer) {
    this.attempt = attempt;
    this.redirects = redirects;
    this.commit = commit;
    this.resumer = resumer;
    this.body = ResponseBody.of(attempt.call());
  }

  /**
   * Begins to hold it.
   *
   * @param callback takes what the application's consumer makes of it
   * @param drop ends the exchange
   */
  @SuppressWarnings("FutureReturnValueIgnored") // What depends on it is in the kernel.
  ResponseSignals<CapacityChannel> hold(
      AsyncResponseConsumer<T> consumer,
      HttpResponse response,
      EntityDetails entity,
      HttpContext context,
      FutureCallback<T> callback,
      Runnable drop) {
    Handler<HttpResponse, AsyncResponseConsumer<T>> handler =
        Handler.to(consumer, AsyncResponseConsumer::consumeResponse, entity, context, callback);
    ResponseSignals<CapacityChannel> signals = body.hold(true, this, handler, response);
    signals.endsBy(drop);
    body.taken();
    body.clients().thenRun(body::returned);
    Call call = attempt.call();
    long left = Math.max(0, call.attemptNanosLeft());
    if (left != RetryPolicy.UNLIMITED) {
      // Ending the exchange can run the application's callbacks.
      limit = call.timer().limit(left, () -> call.timer().start(this::expire));
    }
    return signals;
  }

  private void expire() {
    isTooLate = true;
    body.expire(Apache5Failures.timedOut());
  }

  /** Returns whether the attempt was ended because no byte came in time. */
  boolean isExpired() {
    return isTooLate && body.clients().isCompletedExceptionally();
  }

  @Override
  public boolean endsAttempt(Throwable cut) {
    return FirstByte.isAttempts(attempt, Apache5Failures.classifyCut(cut), redirects.followed());
  }

  @Override
  public void asking() {
    commit.run();
  }

  @Override
  public Resumer offered(AsyncResponseConsumer<T> consumer) {
    return resumer.apply(body);
  }

  @Override
  public void pass(Runnable result) {
    result.run();
  }

  @Override
  public void settled() {
    Future<?> running = limit;
    if (running != null) {
      running.cancel(false);
    }
  }
}
