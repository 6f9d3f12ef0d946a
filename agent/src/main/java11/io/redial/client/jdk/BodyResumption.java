package io.redial.client.jdk;

import io.redial.call.AsyncDriver;
import io.redial.call.AsyncExchange;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.ReentryGuard;
import io.redial.policy.Failure;
import io.redial.policy.RangePlan;
import io.redial.policy.RangePlan.Answer;
import io.redial.policy.RetryPolicy;
import java.io.EOFException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * What is done about one cut of a body, as a call of its own (rule 10.7): its first attempt is the
 * one that broke off, and the others ask for the rest until one brings a byte of it.
 */
final class BodyResumption implements AsyncExchange<HttpResponse<Void>> {
  private final ResumableBody<?> body;
  private final Throwable cut;
  private final Call call;
  private final AsyncDriver<HttpResponse<Void>> driver;
  private volatile Rest current;
  private volatile CompletableFuture<HttpResponse<Void>> sent;

  BodyResumption(ResumableBody<?> body, Throwable cut) {
    this.body = body;
    this.cut = cut;
    this.call = body.call.resumption(body.exchange().client);
    this.driver = new AsyncDriver<>(call, this);
  }

  /** False if nothing was begun, so that the body has to end with what broke it. */
  boolean begin() {
    Rest first = new Rest(call);
    first.made = true;
    first.failure = cut;
    return driver.start(first, this) != null;
  }

  /** The application no longer wants the body. */
  void abandon() {
    driver.abandon();
    CompletableFuture<?> underWay = sent;
    if (underWay != null && !underWay.isDone()) {
      Cancellations.end(underWay);
    }
  }

  @Override
  public Attempt attempt(Call resumed) {
    return new Rest(resumed);
  }

  @Override
  public void send(Attempt attempt, AsyncDriver<HttpResponse<Void>> driving) {
    if (attempt.number() == 1) {
      driver.failed(attempt, cut);
    } else {
      ask((Rest) attempt);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // What depends on it reports to the driver.
  private void ask(Rest attempt) {
    current = attempt;
    HttpRequest request = request(attempt.number());
    Object outer = ReentryGuard.open(body.exchange().client);
    CompletableFuture<HttpResponse<Void>> response;
    try {
      attempt.made = true;
      response = body.exchange().client.sendAsync(request, attempt);
    } catch (Throwable thrown) {
      attempt.failure = thrown;
      throw thrown;
    } finally {
      ReentryGuard.close(outer);
    }
    sent = response;
    if (body.isStopped()) {
      abandon();
    }
    response
        .handle((result, thrown) -> attempt.answered(result, thrown))
        .exceptionally(fault -> attempt.answered(null, fault));
  }

  private HttpRequest request(int number) {
    RetryPolicy policy = call.policy();
    RequestCopy copy = new RequestCopy(body.exchange().original);
    copy.header("Range", RangePlan.rangeFrom(body.received()));
    copy.header("If-Range", body.plan.validator());
    long limit = call.attemptNanos();
    if (limit != RetryPolicy.UNLIMITED) {
      copy.timeout(Duration.ofNanos(Math.max(1, limit)));
    }
    policy.addHeaders(number, copy::header);
    return copy.build();
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    return JdkFailures.classify(thrown);
  }

  @Override
  public boolean redirected(Attempt attempt) {
    return false; // A GET may be sent again wherever it was led.
  }

  @Override
  public void deliver(HttpResponse<Void> response) {
    Rest last = current;
    if (last.answer == Answer.COMPLETE) {
      body.onComplete();
    } else if (last.answer == Answer.REFUSED) {
      body.fail(cut);
    }
  }

  @Override
  public void fail(Throwable thrown) {
    body.fail(cut);
  }

  @Override
  public boolean deliverKept(Attempt attempt, HttpResponse<Void> givenUp) {
    body.fail(cut);
    return true;
  }

  @Override
  public void endAnyhow(Attempt attempt, HttpResponse<Void> response, Throwable failure) {
    Rest last = current;
    if (last == null || last.answer != Answer.CONTINUES) {
      body.fail(cut);
    }
  }

  @Override
  public void waiting() {
    // The body abandons it.
  }

  @Override
  public boolean abandoned() {
    return body.isStopped();
  }

  @Override
  public Throwable unwrap(Throwable thrown) {
    return HandlerFailures.unwrapped(thrown);
  }

  @Override
  public void finish() {
    // There is no copy of a request's body.
  }

  /** One request for the rest, and what comes of it. */
  private final class Rest extends Attempt implements BodyHandler<Void>, BodySubscriber<Void> {
    volatile Answer answer;
    private volatile boolean hasBegun;

    // Guarded by this.
    private Subscription rest;
    private boolean isGiven;

    Rest(Call resumed) {
      super(resumed);
    }

    @Override
    public BodySubscriber<Void> apply(ResponseInfo info) {
      JdkHeaders headers = new JdkHeaders(info.headers());
      if (!head(info.statusCode(), headers, false).retries()) {
        answer = body.plan.judge(body.received(), info.statusCode(), headers);
      }
      return this;
    }

    Void answered(HttpResponse<Void> result, Throwable thrown) {
      if (thrown != null) {
        driver.failed(this, thrown);
      } else if (answer != Answer.CONTINUES) {
        driver.completed(this, result);
      } else {
        given(); // The first byte decides.
      }
      return null;
    }

    /**
     * The client has given its response out, so that it no longer ends the attempt by itself; it
     * may not have begun with the body yet.
     */
    private void given() {
      Subscription begun;
      synchronized (this) {
        isGiven = true;
        begun = rest;
      }
      if (begun != null) {
        body.goesOnFrom(begun);
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
        body.goesOnFrom(subscription);
      }
    }

    @Override
    public void onNext(List<ByteBuffer> piece) {
      if (!hasBegun) {
        hasBegun = true;
        driver.completed(this, null);
      }
      body.onNext(piece);
    }

    @Override
    public void onError(Throwable thrown) {
      if (answer != Answer.CONTINUES) {
        return; // Its body was not wanted.
      }
      if (hasBegun) {
        body.onError(thrown);
      } else {
        driver.failed(this, thrown);
      }
    }

    @Override
    public void onComplete() {
      if (answer != Answer.CONTINUES) {
        return;
      }
      if (hasBegun) {
        body.partComplete();
      } else {
        driver.failed(this, new EOFException("the server sent nothing of the rest"));
      }
    }
  }
}
