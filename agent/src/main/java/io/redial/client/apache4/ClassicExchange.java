package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.BlockingCall;
import io.redial.call.Call;
import io.redial.call.OutgoingRequest;
import io.redial.call.PassiveAttempt;
import io.redial.policy.Failure;
import io.redial.policy.RetryPolicy;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.StatusLine;
import org.apache.http.client.HttpClient;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;

/** One {@code execute}: the application's arguments, and the attempts that are made from them. */
final class ClassicExchange implements BlockingCall<HttpResponse> {
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
  private ShownResponse shown;
  private Aborts aborts;

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
    shown = new ShownResponse(context);
    aborts = new Aborts(original, call);
    return attempt(call);
  }

  @Override
  public Object[] watch(PassiveAttempt attempt) {
    return Watched.execute(attempt, client, target, original, given);
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
  public HttpResponse send(Attempt toMake) throws Throwable {
    ClassicAttempt attempt = (ClassicAttempt) toMake;
    Call call = attempt.call();
    if (attempt.number() > 1) {
      if (Aborts.isAborted(original) && Closing.isOldClient(client)) {
        attempt.failure = new InterruptedIOException("Request aborted");
        throw attempt.failure; // 4.3.6 would send it all the same.
      }
      redirects.beforeRetry();
      shown.restore();
    }
    redirects.begin(original, attempt.sent());
    HttpResponse response = execute(attempt, call);
    if (response != null) {
      lookAt(response, attempt, call);
      if (!attempt.givenUp) {
        try {
          BegunEntity.begin(response, context, attempt);
        } catch (IOException thrown) {
          throw thrown;
        } catch (Throwable fault) {
          attempt.call().fault("Apache HttpClient 4 response", fault);
        }
        return prepareRest(response, attempt, call);
      }
    }
    return response;
  }

  /** Returns whether this call requests the rest of a body that is being resumed. */
  private boolean isRest() {
    return given instanceof RestContext;
  }

  /** Makes the body of a response that the application gets resumable, if the options say so. */
  private HttpResponse prepareRest(HttpResponse response, ClassicAttempt attempt, Call call) {
    try {
      if (!isRest() && !call.policy().resume().isEmpty()) {
        attempt.response =
            ClassicRest.prepare(client, target, view, context, closing, response, call, uri());
        return (HttpResponse) attempt.response;
      }
    } catch (Throwable fault) { // Thrown by a mock, for example.
      call.fault("Apache HttpClient 4 response", fault);
    }
    return response;
  }

  /**
   * Decides what follows from a response, and reads the body of one that is given up on. A response
   * that throws when it is examined (a mock, for example) goes to the application.
   */
  private void lookAt(HttpResponse response, ClassicAttempt attempt, Call call) {
    boolean givenUp = false;
    try {
      try {
        StatusLine line = response.getStatusLine();
        if (line == null) {
          return;
        }
        int status = line.getStatusCode();
        if (attempt.head(status, new Apache4Headers(response), redirects.followed()).retries()) {
          givenUp = true;
          attempt.kept = KeptBody.of(response, context, call);
          aborts.watch();
        } else if (attempt.decision().isRefused() && RetryLayer.standsBack(attempt, response)) {
          LastExhaustedResponse.note(response);
        }
      } finally {
        if (givenUp && attempt.kept == null) {
          dropAfterFault(response, call);
        }
      }
    } catch (Throwable fault) {
      attempt.givenUp = givenUp;
      call.fault("Apache HttpClient 4 response", fault);
    }
  }

  /** Drops the connection of a given-up response after an internal fault. */
  private void dropAfterFault(HttpResponse response, Call call) {
    try {
      KeptBody.drop(response, context, call);
    } catch (Throwable fault) {
      KeptBody.abort(response);
    }
  }

  private HttpResponse execute(ClassicAttempt attempt, Call call) throws Throwable {
    AttemptScope passage = new AttemptScope(attempt, client, attempt.sent());
    Cancellation cancellation = attempt.cancellation();
    if (cancellation == null) {
      return passage.execute(target, context);
    }
    cancellation.after(call.attemptNanos(), call);
    HttpResponse response;
    try {
      response = passage.execute(target, context);
    } catch (Throwable thrown) {
      if (!cancellation.end()) {
        attempt.failure = cancellation.asFailure();
      }
      throw attempt.failure;
    }
    if (cancellation.end()) {
      return response;
    }
    attempt.failure = cancellation.asFailure();
    if (response != null) {
      KeptBody.drop(response, context, call);
    }
    throw attempt.failure;
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

  /** Returns where the latest response comes from, after all redirects. */
  String uri() {
    return redirects.uri(view);
  }

  @Override
  public HttpResponse restore(Attempt attempt, HttpResponse givenUp) {
    KeptBody kept = ((ClassicAttempt) attempt).kept;
    if (kept == null || !kept.isComplete()) {
      return null;
    }
    kept.giveTo(givenUp);
    LastExhaustedResponse.note(givenUp);
    return givenUp;
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
