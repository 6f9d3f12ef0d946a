package io.redial.client.apache5;

import io.redial.call.Call;
import io.redial.call.PassiveAttempt;
import io.redial.kernel.ClientOutcome;
import io.redial.kernel.FaultBoundary;
import io.redial.policy.Failure;
import java.util.concurrent.CancellationException;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * A {@linkplain Call#isPassive passive} call: the client makes it from the application's own
 * request and consumer, and the application gets the client's own future. The outcome is read from
 * the context when the client reports the end (rules 1.5 and 11.1).
 */
final class PassiveExchange<T> implements FutureCallback<T> {
  private static final String WHERE = "HttpClient 5 passive call";

  private final Call call;
  private final PassiveAttempt attempt;
  private final HttpContext context;
  private final FutureCallback<T> callback;
  private final HttpResponse before;
  private final Redirects redirects;
  private AttemptContext carried;

  PassiveExchange(
      PassiveAttempt attempt,
      HttpRequest request,
      HttpContext context,
      FutureCallback<T> callback) {
    this.call = attempt.call();
    this.attempt = attempt;
    this.context = context;
    this.callback = callback;
    this.before = ContextResponse.of(context);
    this.redirects = new Redirects(context, request);
  }

  /**
   * Makes the call. Returns the client's answer, or null and what it threw.
   *
   * @param step calls the client, see {@link ClientOutcome#make}
   */
  Object execute(Object client, FaultBoundary.Question<?> step) {
    if (call.policy().maxRetries() == 0) {
      carried = AttemptContext.by(context, attempt); // The client's own retry layer stands back.
    } else {
      AttemptContext.anotherBegins(context);
    }
    ClientOutcome answer = attempt.answerOf(client, step);
    if (attempt.failure() != null) {
      threw(attempt.failure());
    }
    return answer;
  }

  @Override
  public void completed(T result) {
    FaultBoundary.run(call, WHERE, this::responded);
    FaultBoundary.finish(call, WHERE, attempt);
    if (callback != null) {
      callback.completed(result);
    }
  }

  @Override
  public void failed(Exception thrown) {
    FaultBoundary.run(call, WHERE, () -> threw(thrown));
    FaultBoundary.finish(call, WHERE, attempt);
    if (callback != null) {
      callback.failed(thrown);
    }
  }

  @Override
  public void cancelled() {
    FaultBoundary.run(call, WHERE, () -> threw(new CancellationException()));
    FaultBoundary.finish(call, WHERE, attempt);
    if (callback != null) {
      callback.cancelled();
    }
  }

  private void responded() {
    detach();
    HttpResponse response = ownResponse();
    if (response != null) {
      attempt.responded(response.getCode(), new Apache5Headers(response), redirects.followed());
    }
  }

  private void threw(Throwable thrown) {
    detach();
    Failure kind = ownResponse() == null ? Apache5Failures.classify(thrown) : Failure.OTHER;
    attempt.threw(thrown, kind, redirects.followed());
  }

  private void detach() {
    if (carried != null) {
      carried.detach(context);
    }
  }

  /** Returns this call's response, or null. The context may still hold that of an earlier call. */
  @SuppressWarnings("ReferenceEquality") // The same response, not an equal one.
  private HttpResponse ownResponse() {
    HttpResponse now = ContextResponse.of(context);
    return now == before ? null : now;
  }
}
