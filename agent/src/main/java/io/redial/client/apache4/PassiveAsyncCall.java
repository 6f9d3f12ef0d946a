package io.redial.client.apache4;

import io.redial.call.PassiveAttempt;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import io.redial.policy.Failure;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.StatusLine;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.protocol.HttpContext;

/**
 * A passive asynchronous call, which the client handles from beginning to end. Redial looks at the
 * outcome when the client reports it to the application (rule 1.5).
 */
final class PassiveAsyncCall<T> implements FutureCallback<T> {
  private static final String RESPONSE = "http.response";
  private static final String WHERE = "outcome of a passive call";

  private final PassiveAttempt attempt;
  private final FaultLog log;
  private final HttpContext context;
  private final Object responseBefore;
  private final Redirects redirects;
  private final FutureCallback<T> callback;

  /** Creates a call that is about to be made with a context which the application may share. */
  PassiveAsyncCall(
      PassiveAttempt attempt,
      HttpRequest request,
      HttpContext context,
      FutureCallback<T> callback) {
    this.attempt = attempt;
    this.log = attempt.call();
    this.context = context;
    this.callback = callback;
    this.responseBefore = context.getAttribute(RESPONSE);
    this.redirects = new Redirects(context);
    redirects.begin(request, request);
  }

  @Override
  public void completed(T result) {
    FaultBoundary.run(log, WHERE, () -> inspect(result));
    FaultBoundary.finish(log, WHERE, attempt);
    if (callback != null) {
      callback.completed(result);
    }
  }

  private void inspect(T result) {
    Object shown = result instanceof HttpResponse ? result : response();
    StatusLine line = shown == null ? null : ((HttpResponse) shown).getStatusLine();
    if (line != null) {
      Apache4Headers headers = new Apache4Headers((HttpResponse) shown);
      attempt.responded(line.getStatusCode(), headers, redirects.followed());
    }
  }

  /**
   * Returns the response that the client has put into the context since the call began, or null.
   */
  @SuppressWarnings("ReferenceEquality") // The same response, not an equal one.
  private Object response() {
    Object now = context.getAttribute(RESPONSE);
    return now != responseBefore && now instanceof HttpResponse ? now : null;
  }

  @Override
  public void failed(Exception thrown) {
    FaultBoundary.run(log, WHERE, () -> lookAtFailure(thrown));
    FaultBoundary.finish(log, WHERE, attempt);
    if (callback != null) {
      callback.failed(thrown);
    }
  }

  private void lookAtFailure(Exception thrown) {
    boolean headless = response() == null;
    attempt.threw(
        thrown, headless ? Apache4Failures.classify(thrown) : Failure.OTHER, redirects.followed());
  }

  @Override
  public void cancelled() {
    FaultBoundary.finish(log, WHERE, attempt);
    if (callback != null) {
      callback.cancelled();
    }
  }
}
