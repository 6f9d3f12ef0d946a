package io.redial.client.jdk;

import io.redial.call.AsyncDriver;
import io.redial.call.AsyncExchange;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.ReentryGuard;
import io.redial.call.Resumption;
import io.redial.policy.Failure;
import io.redial.policy.RangePlan.Answer;
import io.redial.policy.RetryPolicy;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * What is done about one cut of a body, as a call of its own (rule 10.7): its first attempt is the
 * one that broke off, and the others ask for the rest until one brings a byte of it.
 */
final class BodyResumption implements AsyncExchange<HttpResponse<Void>> {
  /** What broke the body off, and what the application gets if it does not go on. */
  final Throwable cut;

  final ResumableBody<?> body;
  final AsyncDriver<HttpResponse<Void>> driver;
  private final Call call;
  private volatile RangeAttempt current;
  private volatile CompletableFuture<HttpResponse<Void>> sent;

  BodyResumption(ResumableBody<?> body, Throwable cut) {
    this.body = body;
    this.cut = cut;
    this.call = Resumption.of(body.call, body.exchange.client, false);
    this.driver = new AsyncDriver<>(call, this);
  }

  void begin() {
    RangeAttempt first = new RangeAttempt(call, this);
    first.made = true;
    first.failure = cut;
    driver.failed(first, cut);
  }

  /** The application no longer wants the body. */
  void abandon() {
    driver.abandon();
    CompletableFuture<?> underWay = sent;
    if (underWay != null && !underWay.isDone()) {
      Cancellations.end(underWay);
    }
  }

  boolean isCurrent(RangeAttempt attempt) {
    return current == attempt;
  }

  @Override
  public Attempt attempt(Call resumed) {
    return new RangeAttempt(resumed, this);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // What depends on it reports to the driver.
  public void send(Attempt attempt, AsyncDriver<HttpResponse<Void>> driving) {
    RangeAttempt range = (RangeAttempt) attempt;
    current = range;
    HttpRequest request = request(range.number());
    Object outer = ReentryGuard.open(body.exchange.client);
    CompletableFuture<HttpResponse<Void>> response;
    try {
      range.made = true;
      response = body.exchange.client.sendAsync(request, range);
    } catch (Throwable thrown) {
      range.failure = thrown;
      throw thrown;
    } finally {
      ReentryGuard.close(outer);
    }
    sent = response;
    if (body.isStopped()) {
      abandon();
    }
    response
        .handle((result, thrown) -> range.answered(result, thrown))
        .exceptionally(fault -> range.answered(null, fault));
  }

  private HttpRequest request(int number) {
    RetryPolicy policy = call.policy();
    RequestCopy copy = new RequestCopy(body.exchange.original);
    body.plan.ask(body.received(), copy::header);
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
    Answer answer = current.answer;
    if (answer == Answer.COMPLETE) {
      body.onComplete();
    } else if (answer != Answer.CONTINUES) {
      body.fail(cut);
    }
  }

  @Override
  public void fail(Throwable thrown) {
    body.fail(cut);
  }

  @Override
  public void failKept(Throwable thrown) {
    failOnClientsThread();
  }

  @Override
  public boolean deliverKept(Attempt attempt, HttpResponse<Void> givenUp) {
    failOnClientsThread();
    return true;
  }

  private void failOnClientsThread() {
    body.exchange.onClientsThread(new CompletableFuture<>(), () -> body.fail(cut));
  }

  @Override
  public void endAnyhow(Attempt attempt, HttpResponse<Void> response, Throwable failure) {
    RangeAttempt last = current;
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
    return body.isStopped() || body.exchange.isUnwanted();
  }

  @Override
  public Throwable unwrap(Throwable thrown) {
    return HandlerFailures.unwrapped(thrown);
  }

  @Override
  public void finish() {
    // There is no copy of a request's body.
  }
}
