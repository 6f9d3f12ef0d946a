package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.OutgoingRequest;
import io.redial.call.PassiveAttempt;
import io.redial.call.PulledCall;
import io.redial.call.ResumeRequests;
import io.redial.policy.Failure;
import io.redial.policy.RetryPolicy;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;

/** One {@code execute}: the application's arguments, and the attempts that are made from them. */
final class ClassicExchange implements PulledCall<HttpResponse> {
  private final HttpClient client;
  private final HttpHost target;
  private final HttpRequest original;
  private final HttpContext given;
  private final AttemptScope outer;
  private final Closing closing;
  private RequestView view;
  private HttpContext context;
  private RequestBody body;
  private Redirects redirects;
  private ContextResponse shown;
  private Aborts aborts;
  private ClassicBodies bodies;

  /**
   * Creates a call.
   *
   * @param context may be null
   * @param outer the attempt that the call is made within, or null
   */
  ClassicExchange(
      HttpClient client,
      HttpHost target,
      HttpRequest original,
      HttpContext context,
      AttemptScope outer,
      Closing closing) {
    this.client = client;
    this.target = target;
    this.original = original;
    this.given = context;
    this.outer = outer;
    this.closing = closing;
  }

  @Override
  public OutgoingRequest request() {
    view = RequestView.of(target, original, true);
    return view;
  }

  @Override
  public Attempt prepare(Call call) {
    // Without one, the client would make a context of its own, and its redirects and connections
    // would stay hidden.
    context = given != null ? given : new BasicHttpContext();
    body = call.mayBeRetried() ? RequestBody.of(original, call) : null;
    if (body != null) {
      view.repeatableIf(body::repeatable);
    }
    redirects = new Redirects(context);
    shown = new ContextResponse(context);
    aborts = new Aborts(original, call);
    bodies = new ClassicBodies(context);
    return attempt(call);
  }

  @Override
  public Object[] observe(PassiveAttempt attempt) {
    return PassiveCall.execute(attempt, client, target, original, given);
  }

  /**
   * Leaves the call to the client. Inside an attempt, the call gets a scope of its own, so that the
   * client's own retries apply to it (rule 7.2).
   */
  @Override
  public Object[] leave() {
    return outer == null ? null : new AttemptScope(null, client, original).answer(target, given);
  }

  @Override
  public Attempt attempt(Call call) {
    RetryPolicy policy = call.policy();
    if (call.attempts() > 0 && call.isClientClosed() && !Closing.isOldClient(client)) {
      return new ClassicAttempt(call, this, redirects, view, RequestCopy.refused(original), null);
    }
    boolean limited = call.attemptNanos() != RetryPolicy.UNLIMITED;
    boolean stoppable = limited || isRest();
    boolean copied = body != null && body.isCopied();
    ChangedTarget changed = isRest() ? null : ChangedTarget.first(view, call);
    if (!copied && !stoppable && changed == null && !policy.addsHeaders()) {
      return new ClassicAttempt(call, this, redirects, view, original, null);
    }
    RequestCopy copy = new RequestCopy(original);
    if (changed != null) {
      copy.target(changed);
    }
    if (copied) {
      copy.entity(body.forAttempt());
    }
    copy.mark(policy, call.attempts() + 1);
    Cancellation cancellation = stoppable ? new Cancellation() : null;
    if (stoppable) {
      copy.stopper(cancellation::stoppedBy);
    }
    return new ClassicAttempt(call, this, redirects, view, copy.toRequest(), cancellation);
  }

  @Override
  public HttpResponse send(Attempt attempt) throws Throwable {
    HttpResponse response = PulledCall.super.send(attempt);
    if (attempt.givenUp()) {
      aborts.watch();
    } else if (attempt.decision() != null
        && attempt.decision().isRefused()
        && RetryLayer.standsBack(attempt, response)) {
      LastExhaustedResponse.note(response);
    }
    return response;
  }

  @Override
  public HttpResponse execute(Attempt toMake) throws Throwable {
    ClassicAttempt attempt = (ClassicAttempt) toMake;
    if (attempt.number() > 1) {
      if (Aborts.isAborted(original) && Closing.isOldClient(client)) {
        attempt.failedWith(new InterruptedIOException("Request aborted"));
        throw attempt.failure(); // 4.3.6 would send it all the same.
      }
      redirects.beforeRetry();
      shown.restore();
    }
    redirects.begin(original, attempt.sent());
    return execute(attempt, attempt.call());
  }

  @Override
  public ClassicBodies bodies() {
    return bodies;
  }

  @Override
  public boolean sendsBody() {
    return view.hasBody();
  }

  @Override
  public IOException timedOut(Attempt attempt) {
    return ((ClassicAttempt) attempt).timedOut();
  }

  @Override
  public ResumeRequests<HttpResponse> rest(HttpResponse response, Attempt attempt) {
    return new ClassicResume(client, target, view.request, context, closing, response);
  }

  @Override
  public String uri(Attempt attempt) {
    return redirects.uri(view);
  }

  /** Returns whether this call requests the rest of a body that is being resumed. */
  private boolean isRest() {
    return given instanceof ResumeContext;
  }

  private HttpResponse execute(ClassicAttempt attempt, Call call) throws Throwable {
    AttemptScope passage = new AttemptScope(attempt, client, attempt.sent());
    Cancellation cancellation = attempt.cancellation();
    if (cancellation != null) {
      cancellation.after(call.attemptNanos(), call);
    }
    passage.execute(target, context);
    HttpResponse response = (HttpResponse) attempt.response();
    if (cancellation != null && !cancellation.end()) {
      attempt.failedWith(cancellation.asFailure());
      if (response != null) {
        bodies.drop(response, attempt);
      }
    }
    if (attempt.failure() != null) {
      throw attempt.failure();
    }
    return response;
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    boolean timedOut = ((ClassicAttempt) attempt).isTimedOutBy(thrown);
    if (!timedOut && (Aborts.isAborted(original) || closing.isShutDown(client))) {
      return Failure.OTHER;
    }
    aborts.watch();
    return timedOut ? Failure.TIMEOUT : Apache4Failures.classify(thrown);
  }

  @Override
  public boolean redirected(Attempt attempt) {
    return redirects.followed();
  }

  @Override
  public HttpResponse restore(Attempt attempt, HttpResponse givenUp) {
    HttpResponse kept = PulledCall.super.restore(attempt, givenUp);
    if (kept != null) {
      LastExhaustedResponse.note(kept);
    }
    return kept;
  }

  /** Returns what the client's own retry layer throws when it is interrupted while it sleeps. */
  @Override
  public Throwable interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new InterruptedIOException();
  }

  @Override
  public void finish() {
    try {
      aborts.finish();
    } finally {
      if (body != null) {
        body.finish();
      }
    }
  }
}
