package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.policy.RangePlan;
import io.redial.policy.RangePlan.Answer;
import java.io.EOFException;
import java.net.http.HttpClient.Version;
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
 * One request for the rest of a body, and what comes of it. It has failed unless a byte arrives; up
 * to then the next attempt asks for the same.
 */
final class RangeAttempt extends Attempt
    implements BodyHandler<Void>, BodySubscriber<Void>, ResendVeto {
  /** What the response means; null until there is one, and if it is given up on. */
  volatile Answer answer;

  private final BodyResumption resumption;
  private final ResumableBody<?> body;

  /** The client may report an end to its subscriber, twice over HTTP/2, and with its future. */
  private final AtomicBoolean isOver = new AtomicBoolean();

  /** Where the part ends, as a position in the whole body. */
  private volatile long end;

  private volatile boolean hasBegun;

  // Guarded by this.
  private Subscription rest;
  private boolean isGiven;

  RangeAttempt(Call call, BodyResumption resumption) {
    super(call);
    this.resumption = resumption;
    this.body = resumption.body;
  }

  @Override
  public BodySubscriber<Void> apply(ResponseInfo info) {
    JdkHeaders headers = new JdkHeaders(info.headers());
    if (head(info.statusCode(), headers, false).retries()) {
      return new KeptBody<>(info, call(), null); // Read, so that the connection can be kept (8.1).
    }
    Answer judged =
        info.version() == Version.HTTP_1_1
            ? body.plan.judge(body.received(), info.statusCode(), headers)
            : Answer.REFUSED; // See ResumableBody.of.
    end = judged == Answer.CONTINUES ? RangePlan.endOf(headers) : 0;
    answer = judged;
    return this;
  }

  @Override
  public boolean standsBack(Object reason) {
    return ResendVeto.afterTheFirst(reason);
  }

  /** The client's future is done. */
  Void answered(HttpResponse<Void> result, Throwable thrown) {
    boolean decided = answer == Answer.REFUSED || answer == Answer.COMPLETE;
    if (thrown != null && !decided) {
      fail(thrown);
    } else if (answer != Answer.CONTINUES) {
      resumption.driver.completed(this, result); // What became of its body does not matter.
    } else {
      given(); // The first byte decides.
    }
    return null;
  }

  private void fail(Throwable thrown) {
    if (isOver.compareAndSet(false, true)) {
      resumption.driver.failed(this, thrown);
    }
  }

  /**
   * The client has given its response out, so that it no longer ends the attempt by itself; it may
   * not have begun with the body yet.
   */
  private void given() {
    Subscription begun;
    synchronized (this) {
      isGiven = true;
      begun = rest;
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
    if (goesOn) {
      goOnFrom(subscription);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> piece) {
    if (answer != Answer.CONTINUES) {
      return;
    }
    if (bytes(piece) > end - body.received()) {
      refuse();
      return;
    }
    begin();
    body.onNext(piece);
  }

  /** How many there are in a piece of a body. */
  static long bytes(List<ByteBuffer> piece) {
    long bytes = 0;
    for (ByteBuffer buffer : piece) {
      bytes += buffer.remaining();
    }
    return bytes;
  }

  private void begin() {
    if (!hasBegun) {
      hasBegun = true;
      resumption.driver.completed(this, null);
    }
  }

  /** The server sends more than the part that it announced, so that none of it can be trusted. */
  private void refuse() {
    answer = Answer.REFUSED;
    Subscription left;
    synchronized (this) {
      left = rest;
    }
    left.cancel();
    begin();
    body.fail(resumption.cut);
  }

  @Override
  public void onError(Throwable thrown) {
    if (answer != Answer.CONTINUES) {
      return; // Its body was not wanted.
    }
    if (!hasBegun) {
      fail(thrown);
    } else if (isOver.compareAndSet(false, true) || body.threw()) {
      body.cut(thrown); // After the end, too, if the subscriber threw there.
    }
  }

  @Override
  public void onComplete() {
    if (answer != Answer.CONTINUES) {
      return;
    }
    if (!hasBegun) {
      fail(new EOFException("the server sent nothing of the rest"));
    } else if (isOver.compareAndSet(false, true)) {
      partComplete();
    }
  }

  /** A server may send less than it was asked for. */
  private void partComplete() {
    if (body.received() >= body.plan.total()) {
      body.onComplete();
    } else {
      body.cut(resumption.cut);
    }
  }
}
