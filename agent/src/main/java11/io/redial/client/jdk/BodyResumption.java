package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.BodyEnded;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.call.CallbackExecution;
import io.redial.kernel.ReentryGuard;
import io.redial.policy.Failure;
import io.redial.policy.RetryPolicy;
import io.redial.policy.stream.StreamPlan.Answer;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

/**
 * Resumes a response body after one cut, as a call of its own (rule 10.7). The call's first attempt
 * is the one that broke off; the others request the rest until it is clear that the body continues.
 */
final class BodyResumption implements CallbackExecution<HttpResponse<Void>> {
  /** The failure that broke the body off, or a {@link BodyEnded} for an orderly end. */
  final Throwable cut;

  final ResumableBody<?> body;
  final CallbackDriver<HttpResponse<Void>> driver;
  private final Call call;
  private volatile ResumeAttempt current;

  /** Whether the application has closed the client, so that an end in order is none. */
  private boolean closed;

  private volatile CompletableFuture<HttpResponse<Void>> sent;

  BodyResumption(ResumableBody<?> body, Throwable cut) {
    this.body = body;
    this.cut = cut;
    this.call = body.resumptions.begin(body.exchange.client, false);
    if (isBounded(body)) {
      call.limitTo(Math.max(0, body.call.ownAttemptNanos()));
    }
    this.driver = new CallbackDriver<>(call, this);
  }

  /** Whether the application's own timeout has expired, so that it is what ended the body. */
  static boolean isTooLate(ResumableBody<?> body) {
    return isBounded(body) && body.call.ownAttemptNanos() <= 0;
  }

  private static boolean isBounded(ResumableBody<?> body) {
    return HeadTimeout.TIMEOUT_COVERS_BODY && body.exchange.original.timeout().isPresent();
  }

  void begin() {
    ResumeAttempt first = new ResumeAttempt(call, this);
    first.markMade();
    first.failedWith(cut);
    driver.failed(first, cut);
  }

  /** Ends the resumption, because the application no longer wants the body. */
  void abandon() {
    driver.abandon();
    CompletableFuture<?> underWay = sent;
    if (underWay != null && !underWay.isDone()) {
      Cancellations.end(underWay);
    }
  }

  boolean isCurrent(ResumeAttempt attempt) {
    return current == attempt;
  }

  @Override
  public Attempt attempt(Call resumed) {
    closed |= resumed.isClientClosed();
    return new ResumeAttempt(resumed, this);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // What depends on it reports to the driver.
  public void send(Attempt attempt, CallbackDriver<HttpResponse<Void>> driving) {
    ResumeAttempt rest = (ResumeAttempt) attempt;
    current = rest;
    HttpRequest request = request(rest.number());
    body.plan.sent();
    Object outer = ReentryGuard.open(body.exchange.client);
    CompletableFuture<HttpResponse<Void>> response;
    try {
      rest.markMade();
      response = body.exchange.client.sendAsync(request, rest);
    } catch (Throwable thrown) {
      rest.failedWith(thrown);
      throw thrown;
    } finally {
      try {
        ReentryGuard.close(outer);
      } catch (Throwable fault) { // The outcome must still be reported.
        body.exchange.fault("java.net.http body", fault);
      }
    }
    sent = response;
    // Registered before anything else can fail, so that the outcome is reported.
    response
        .handle((result, thrown) -> rest.answered(result, thrown))
        .exceptionally(
            fault -> {
              rest.brokeAfterFault(unwrap(fault));
              return null;
            });
    rest.begun(response);
    if (body.isStopped()) {
      abandon();
    }
  }

  private HttpRequest request(int number) {
    RetryPolicy policy = call.policy();
    RequestCopy copy = new RequestCopy(body.exchange.original);
    copy.uri(rest(body.exchange.original.uri()));
    body.plan.ask(copy::header);
    copy.timeoutNanos(HeadTimeout.clientsNanosOfRest(call, body.exchange));
    policy.addHeaders(number, copy::header);
    return copy.build();
  }

  private URI rest(URI uri) {
    String before = uri.toString();
    String after = body.plan.target(before);
    return after.equals(before) ? uri : URI.create(after);
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    return thrown instanceof BodyEnded ? Failure.CONNECTION_ERROR : JdkFailures.classify(thrown);
  }

  @Override
  public boolean redirected(Attempt attempt) {
    return false; // A GET may be sent again, whatever redirects it followed.
  }

  @Override
  public void deliver(HttpResponse<Void> response) {
    Answer answer = current.answer;
    if (answer == Answer.COMPLETE) {
      body.sourceEnded();
    } else if (answer != Answer.CONTINUES) {
      body.giveUp();
    }
  }

  @Override
  public void fail(Throwable thrown) {
    if (closed && body.plan.endsInOrder()) {
      body.abort(unwrap(thrown));
    } else {
      body.giveUp();
    }
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
    body.exchange.onClientsThread(new CompletableFuture<>(), this::giveUp);
  }

  /** Gives the body up; handles a fault itself, because no caller reports it. */
  private void giveUp() {
    try {
      body.giveUp();
    } catch (Throwable thrown) {
      body.delivery.broke(thrown);
      body.delivery.settle();
    }
  }

  @Override
  public void endAfterFault(Attempt attempt, HttpResponse<Void> response, Throwable failure) {
    ResumeAttempt last = current;
    if (last == null || last.answer != Answer.CONTINUES || !last.hasBegun) {
      giveUp();
      BodyAfterFault.endUnlessTold(body.delivery);
    }
  }

  /**
   * Called when a wait begins. It is abandoned by the body, or once the application's future is
   * done.
   */
  @Override
  public void waiting() {
    body.exchange.onceDone(this::abandonUnwanted);
  }

  private void abandonUnwanted() {
    if (body.exchange.isUnwanted()) {
      driver.abandon();
    }
  }

  @Override
  public boolean abandoned() {
    return body.isStopped() || body.exchange.isUnwanted();
  }

  @Override
  public Throwable unwrap(Throwable thrown) {
    return HandlerFailures.unwrapped(thrown);
  }

  /**
   * Ends the body if the application's future is done already. Nobody waits for that call any more,
   * but its subscriber still awaits an end.
   */
  @Override
  public void finish() {
    ResumeAttempt last = current;
    if (body.exchange.isUnwanted() && !body.isStopped() && (last == null || !last.hasBegun)) {
      failOnClientsThread();
    }
  }
}
