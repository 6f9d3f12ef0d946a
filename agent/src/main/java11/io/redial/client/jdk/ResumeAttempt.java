package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Answer;
import io.redial.policy.stream.StreamPlan.Next;
import java.io.EOFException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One request for the rest of a body, and its response. The attempt has failed unless the body
 * continues; until then, the next attempt requests the same rest.
 */
final class ResumeAttempt extends Attempt
    implements BodyHandler<Void>, BodySubscriber<Void>, ResendVeto {
  /** What the response means; null until it arrives, and if it is given up on. */
  volatile Answer answer;

  private final HeadTimeout clock;
  private final BodyResumption resumption;
  private final ResumableBody<?> body;

  /**
   * Set at the end. The client may report it to its subscriber, over HTTP/2 twice, and with its
   * future.
   */
  private final AtomicBoolean isOver = new AtomicBoolean();

  volatile boolean hasBegun;

  private volatile Subscription rest;

  // Guarded by this.
  private boolean isGiven;

  ResumeAttempt(Call call, BodyResumption resumption) {
    super(call);
    this.resumption = resumption;
    this.body = resumption.body;
    this.clock = HeadTimeout.ofRest(call, body.exchange);
  }

  @Override
  public BodySubscriber<Void> apply(ResponseInfo info) {
    if (!HeadTimeout.stop(clock)) {
      return UnwantedBody.subscriber();
    }
    JdkHeaders headers = new JdkHeaders(info.headers());
    if (head(info.statusCode(), headers, false).retries()) {
      return new KeptBody<>(info, call(), null); // Read, so that the connection can be kept (8.1).
    }
    Answer judged =
        FirstSource.endIsReported(info.version())
            ? body.plan.judge(info.statusCode(), headers, StreamPlan.AS_SENT)
            : Answer.REFUSED;
    answer = judged;
    return this;
  }

  @Override
  public boolean standsBack(Object reason) {
    return ResendVeto.afterTheFirst(reason);
  }

  /** Called once the client has started the attempt. */
  void begun(CompletableFuture<?> underWay) {
    try {
      HeadTimeout.start(clock, this, underWay);
    } catch (Throwable fault) { // The attempt then has no time limit.
      body.exchange.fault("java.net.http timeout", fault);
    }
  }

  /** Called when the client's future is done. */
  Void answered(HttpResponse<Void> result, Throwable reported) {
    try {
      Throwable thrown = named(reported);
      HeadTimeout.forget(clock);
      refuseFromElsewhere(result);
      boolean decided = answer == Answer.REFUSED || answer == Answer.COMPLETE;
      if (thrown != null && !decided) {
        fail(thrown);
      } else if (answer != Answer.CONTINUES) {
        resumption.driver.completed(this, result); // What became of its body does not matter.
      } else {
        given();
      }
    } catch (Throwable fault) {
      brokeAfterFault(fault);
    }
    return null;
  }

  /**
   * Refuses a response that does not continue the body because a redirect led to another place.
   * Only now does the client show where the response comes from; none of its body was requested.
   */
  private void refuseFromElsewhere(HttpResponse<Void> result) {
    if (result == null
        || answer == null
        || body.plan.comesFrom(result.uri().toString())
        || !ends()) {
      return;
    }
    answer = Answer.REFUSED;
    Subscription left;
    synchronized (this) {
      left = rest;
    }
    if (left != null) {
      left.cancel();
    }
  }

  /** Ends the attempt after an internal fault; the body is not resumed from here. */
  void brokeAfterFault(Throwable fault) {
    body.delivery.broke(fault);
    endAfterFault();
  }

  private void endAfterFault() {
    isOver.set(true);
    Subscription left = rest;
    if (left != null) {
      left.cancel();
    }
    body.delivery.settle();
    resumption.driver.finish();
  }

  private void fail(Throwable thrown) {
    if (ends()) {
      resumption.driver.failed(this, thrown);
    }
  }

  /**
   * Marks the attempt as over; returns false if it was already. Excludes {@link #begin}, so that
   * the driver is told of only one of them.
   */
  private synchronized boolean ends() {
    return isOver.compareAndSet(false, true);
  }

  /**
   * Called when the client has returned its response, so that it no longer ends the attempt by
   * itself. It may not have begun with the body yet.
   */
  private void given() {
    Subscription begun;
    synchronized (this) {
      isGiven = true;
      begun = rest;
    }
    if (body.plan.goesOnWithHead() && !isOver.get()) {
      begin(); // Otherwise, the first byte decides.
    }
    goOnFrom(begun);
  }

  private void goOnFrom(Subscription begun) {
    if (begun != null && !isOver.get()) {
      body.goesOnFrom(this, begun);
    }
  }

  @Override
  public CompletionStage<Void> getBody() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    if (answer != Answer.CONTINUES) {
      subscription.cancel();
      return;
    }
    boolean goesOn;
    synchronized (this) {
      rest = subscription;
      goesOn = isGiven;
    }
    try {
      if (goesOn) {
        goOnFrom(subscription);
      }
    } catch (Throwable fault) {
      brokeAfterFault(fault);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> piece) {
    if (answer != Answer.CONTINUES || isOver.get()) {
      return; // A client may still deliver what it has read.
    }
    DeliveredBody<?> delivery = body.delivery;
    delivery.isTold = true;
    try {
      if (delivery.fault == null) {
        begin();
        if (body.take(piece) != Next.READ) {
          isOver.set(true);
          body.leave();
        }
      }
    } catch (Throwable thrown) {
      delivery.broke(thrown);
    } finally {
      delivery.isTold = false;
    }
    if (delivery.fault != null) {
      endAfterFault();
    }
  }

  private void begin() {
    synchronized (this) {
      if (hasBegun || isOver.get()) {
        return;
      }
      hasBegun = true;
    }
    resumption.driver.completed(this, null);
  }

  @Override
  public void onError(Throwable thrown) {
    if (answer != Answer.CONTINUES) {
      return; // Its body was not wanted.
    }
    DeliveredBody<?> delivery = body.delivery;
    delivery.isTold = true;
    try {
      end(thrown);
    } catch (Throwable fault) {
      delivery.broke(fault);
    } finally {
      delivery.isTold = false;
    }
    if (delivery.fault != null) {
      endAfterFault();
    }
  }

  @Override
  public void onComplete() {
    if (answer != Answer.CONTINUES) {
      return; // Its body was not wanted.
    }
    DeliveredBody<?> delivery = body.delivery;
    delivery.isTold = true;
    try {
      end(null);
    } catch (Throwable fault) {
      delivery.broke(fault);
    } finally {
      delivery.isTold = false;
    }
    if (delivery.fault != null) {
      endAfterFault();
    }
  }

  private void end(Throwable cut) {
    if (body.delivery.fault != null) {
      return;
    }
    if (cut == null && body.plan.goesOnWithHead()) {
      begin(); // The head was enough, even if the client has not returned the response yet.
    }
    boolean first = ends();
    if (cut != null && hasBegun && (first || body.threw())) {
      body.cut(cut); // Also after the end, if the subscriber threw there.
    } else if (first && hasBegun) {
      body.sourceEnded();
    } else if (first) {
      resumption.driver.failed(
          this, cut != null ? cut : new EOFException("the server sent none of the remaining body"));
    }
  }
}
