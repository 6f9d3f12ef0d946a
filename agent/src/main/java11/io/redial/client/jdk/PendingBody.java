package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.FirstByte;
import io.redial.kernel.BodyDecisions;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.Handler;
import io.redial.kernel.PushedBody;
import io.redial.kernel.Resumer;
import io.redial.policy.RetryPolicy;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.Future;

/** The body of a response that is drained or held, with its clock. */
final class PendingBody<T> implements BodyDecisions<BodySubscriber<T>> {
  private static final String WHERE = "java.net.http response";

  /** The attempt whose response it is. */
  interface Owner<T> {
    Attempt attempt();

    /** Called before the application's handler is called. */
    void asking(boolean isPromoted);

    /**
     * Called when the handler has made the subscriber.
     *
     * @param resumed the body that may be resumed; null for none
     * @return what resumes it; null if nothing does, and nothing of it has to be withheld
     */
    Resumer committed(
        ResponseInfo info,
        BodySubscriber<T> subscriber,
        PushedBody<BodySubscriber<T>, Subscription, T> resumed);

    /** Runs what asks a subscriber for its body, off this thread if it may wait for the bytes. */
    void pass(Runnable result);
  }

  final PushedBody<BodySubscriber<T>, Subscription, T> body;
  final ResponseInfo info;

  /** Null for a response that the application gets in no case. */
  private final Owner<T> owner;

  private final Call call;
  private volatile boolean isPromoted;
  private volatile Future<?> limit;

  PendingBody(Owner<T> owner, Call call, ResponseInfo info) {
    this.owner = owner;
    this.call = call;
    this.info = info;
    this.body = ResponseBody.of(call);
  }

  /**
   * Drains the body, so that its connection can be used again (rule 8.1).
   *
   * @param handler the application's, which gets the response if there is more than is kept; null
   *     to drop its connection then
   */
  BodySubscriber<T> drain(Handler<ResponseInfo, BodySubscriber<T>> handler) {
    isPromoted = handler != null;
    long drops = call.keepsConnection() ? -1 : lengthOnItsOwnConnection();
    ResponseBody<T> subscriber =
        new ResponseBody<>(
            body.drain(call.policy().drainBytes(), drops, this, handler, info),
            body.clients(),
            null);
    // Promoting runs the application's code, which must not run on the timer's thread.
    Runnable tooLong =
        isPromoted ? () -> call.timer().start(body::drainedTooLong) : body::drainedTooLong;
    if (!FaultBoundary.run(call, WHERE, () -> limit = call.onDrainTimeout(tooLong))) {
      body.drainedTooLong(); // The process may be unable to start the timer's thread.
    }
    return subscriber;
  }

  /**
   * Returns the announced length of a body that does not share its connection; -1 for any other
   * body. An HTTP/2 connection is shared, and the end of a chunked body is recognised too late.
   */
  private long lengthOnItsOwnConnection() {
    return info.version() == HttpClient.Version.HTTP_1_1
        ? info.headers().firstValueAsLong("Content-Length").orElse(-1)
        : -1;
  }

  /**
   * Holds the response back until its first byte (rule 10.6).
   *
   * @param replaces whether the body may be resumable: the application's handler is then called
   *     only once the client has returned its response, because until then a cut makes the client
   *     fail the call
   */
  BodySubscriber<T> hold(boolean replaces, Handler<ResponseInfo, BodySubscriber<T>> handler) {
    Runnable taken = replaces ? this::taken : null;
    ResponseBody<T> subscriber =
        new ResponseBody<>(body.hold(replaces, this, handler, info), body.clients(), taken);
    long left = Math.max(0, call.attemptNanosLeft());
    if (left != RetryPolicy.UNLIMITED) {
      limit = call.timer().limit(left, () -> call.timer().start(this::expire));
    }
    return subscriber;
  }

  /** The client has the body only when {@code getBody} has returned, on this thread. */
  private void taken() {
    if (!FaultBoundary.run(call, WHERE, () -> call.timer().start(body::taken))) {
      body.taken();
    }
  }

  private void expire() {
    body.expire(new HttpTimeoutException("request timed out"));
  }

  @Override
  public boolean endsAttempt(Throwable cut) {
    return FirstByte.isAttempts(owner.attempt(), JdkFailures.classify(cut), false);
  }

  @Override
  public void asking() {
    owner.asking(isPromoted);
  }

  @Override
  public Resumer offered(BodySubscriber<T> subscriber) {
    return owner.committed(info, subscriber, isPromoted ? null : body);
  }

  @Override
  public void pass(Runnable result) {
    owner.pass(result);
  }

  @Override
  public void settled() {
    Future<?> running = limit;
    if (running != null) {
      running.cancel(false);
    }
  }
}
