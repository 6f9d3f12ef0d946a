package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.OutgoingRequest;
import io.redial.call.PassiveAttempt;
import io.redial.call.PulledCall;
import io.redial.call.ResumeRequests;
import io.redial.call.RetryOutlook;
import io.redial.call.body.BodyCopy;
import io.redial.client.apache4.RequestView.Rewriting;
import io.redial.kernel.ClientOutcome;
import io.redial.policy.Failure;
import io.redial.policy.Outcome;
import io.redial.policy.RetryPolicy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.reflect.Method;
import org.apache.http.HttpEntity;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.entity.FileEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;

/**
 * One {@code execute}: the application's arguments, and the attempts that are made from them. While
 * the client makes one, any other call on the thread, for example of an interceptor that fetches a
 * token, is a call of its own (rule 7.2).
 */
final class ClassicExchange implements PulledCall<HttpResponse> {
  /**
   * The call that a client is making on this thread. It is kept by thread, because the client does
   * not leave the thread, while several threads may share a context, into which interceptors look.
   */
  private static final ThreadLocal<ClassicExchange> CURRENT = new ThreadLocal<>();

  /**
   * The woven method itself, and not the public {@code execute} that leads to it: a subclass may
   * override {@code execute} to wrap the request, and would then wrap it again in each attempt.
   * Takes the client and the method's arguments, and returns the response.
   */
  static final MethodHandle EXECUTE = wovenMethod();

  final HttpClient client;
  private final HttpHost target;
  final HttpRequest original;
  private final HttpContext given;
  private final Closing closing;
  private RequestView view;
  private HttpContext context;

  /** Null if the client itself repeats the body, or there is none. */
  private CopiedEntity body;

  private Redirects redirects;

  /** The response that the context showed when the call began; null if it showed none. */
  private Reference<Object> shown;

  /** The attempt that the client is making; null if the call is left to it. */
  private Attempt underWay;

  /** The request with which the client has passed the gate in that attempt, or null. */
  private HttpRequest admitted;

  /**
   * Creates a call.
   *
   * @param context may be null
   */
  ClassicExchange(
      HttpClient client,
      HttpHost target,
      HttpRequest original,
      HttpContext context,
      Closing closing) {
    this.client = client;
    this.target = target;
    this.original = original;
    this.given = context;
    this.closing = closing;
  }

  private static MethodHandle wovenMethod() {
    Class<?>[] arguments = {HttpHost.class, HttpRequest.class, HttpContext.class};
    try {
      Method method;
      try {
        method = CloseableHttpClient.class.getDeclaredMethod("doExecute", arguments);
        method.setAccessible(true);
      } catch (NoClassDefFoundError olderThan43) {
        method = HttpClient.class.getMethod("execute", arguments); // final in AbstractHttpClient
      }
      return MethodHandles.lookup()
          .unreflect(method)
          .asType(MethodType.methodType(HttpResponse.class, HttpClient.class, arguments));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("HttpClient lacks the expected methods", e);
    }
  }

  @Override
  public OutgoingRequest request() {
    view = RequestView.of(target, original, Rewriting.BLOCKING);
    return view;
  }

  @Override
  public Attempt prepare(Call call) {
    // Without one, the client would make a context of its own, and its redirects and connections
    // would stay hidden.
    context = given != null ? given : new BasicHttpContext();
    prepareBody(call);
    redirects = new Redirects(context);
    shown = ContextResponse.in(context);
    return attempt(call);
  }

  /**
   * Provides for a body that the client cannot simply repeat: a file may change, and any other one
   * is copied while it is first sent (rules 6.2 and 6.3).
   */
  private void prepareBody(Call call) {
    HttpRequest request = original; // The copy may outlive this call.
    HttpEntity entity = RequestView.entity(request);
    if (entity == null || !call.mayBeRetried()) {
      return;
    }
    HttpEntity source = BodySource.innermost(entity);
    boolean repeats = entity.isRepeatable() && !BodySource.claimsTooMuch(source);
    boolean isFile = source instanceof FileEntity;
    FileStamp file = repeats && isFile ? FileStamp.of(BodySource.file(source)) : null;
    if (file != null) {
      view.repeatableIf(file::isUnchanged);
    } else if (!repeats || isFile) {
      body =
          new CopiedEntity(
              entity,
              new BodyCopy(
                  call.newReplayBuffer(),
                  () -> !Aborts.isAborted(request) && RetryOutlook.canResend(call)));
      view.repeatableIf(body.copy::repeatable);
    }
  }

  /** Lets the client use the application's own objects, and only looks at the outcome. */
  @Override
  public Object observe(PassiveAttempt attempt) {
    if (given != null) {
      redirects = new Redirects(given);
      redirects.begin(original, original);
    }
    call(attempt, original, given);
    try {
      if (attempt.failure() == null) {
        inspect((HttpResponse) attempt.response(), attempt);
      } else {
        attempt.threw(
            attempt.failure(), Apache4Failures.classify(attempt.failure()), redirected(attempt));
      }
    } catch (RuntimeException ofAMock) {
      attempt.finish();
    }
    return attempt.answer();
  }

  private void inspect(HttpResponse response, PassiveAttempt attempt) {
    int status = response == null ? 0 : bodies().status(response);
    if (status == 0) {
      attempt.finish();
      return;
    }
    attempt.responded(status, bodies().headers(response), redirected(attempt));
    if (attempt.decision().isRefused() && suppressesClientRetry(attempt, response)) {
      LastExhaustedResponse.note(response);
    }
  }

  /**
   * Leaves the call to the client, with the client's own retries even inside an attempt (rule 7.2).
   */
  @Override
  public Object leave() {
    if (CURRENT.get() == null) {
      return null;
    }
    ClientOutcome left = new ClientOutcome();
    call(left, original, given);
    return left;
  }

  /** Returns the call that this thread is in or about to enter, or null. */
  static ClassicExchange current() {
    return CURRENT.get();
  }

  /** Returns the attempt under way on this thread; null if there is none. */
  static Attempt attemptUnderWay() {
    ClassicExchange current = CURRENT.get();
    return current == null ? null : current.underWay;
  }

  /**
   * Returns whether a use of a client is this call's own attempt: true once for any request,
   * because another agent may have wrapped it on the way. After that it is true only for the same
   * request, because Mockito's spies enter a method a second time to run its own code.
   */
  @SuppressWarnings("ReferenceEquality") // The same ones, not equal ones.
  boolean admits(HttpClient used, HttpRequest shownRequest) {
    if (used != client) {
      return false;
    }
    if (admitted == null) {
      admitted = shownRequest;
    }
    return admitted == shownRequest;
  }

  /**
   * Calls the client. Nothing that could fail stands between what that returns or throws and the
   * fields that hold it (rule 1.4).
   *
   * @param outcome the attempt that the client makes, or another outcome if Redial has nothing to
   *     do with the call
   */
  private void call(ClientOutcome outcome, HttpRequest request, HttpContext in) {
    underWay = outcome instanceof Attempt ? (Attempt) outcome : null;
    admitted = null;
    ClassicExchange before = CURRENT.get();
    CURRENT.set(this);
    outcome.markMade();
    try {
      outcome.returned((HttpResponse) EXECUTE.invokeExact(client, target, request, in));
    } catch (Throwable thrown) {
      outcome.failedWith(thrown);
    }
    CURRENT.set(before); // Not removed: the next call would have to make its place again.
  }

  @Override
  public Attempt attempt(Call call) {
    if (call.attempts() > 0 && call.isClientClosed() && !Closing.isOldClient(client)) {
      return new ClassicAttempt(call, context, RequestCopy.refused(original), null);
    }
    boolean limited = call.attemptNanos() != RetryPolicy.UNLIMITED;
    Cancellation cancellation = limited || call.resumesBody() ? new Cancellation(call) : null;
    RequestCopy copy =
        RequestCopy.forAttempt(
            view,
            call,
            call.attempts() + 1,
            body,
            cancellation == null ? null : cancellation::stoppedBy);
    HttpRequest sent = copy == null ? original : copy.toRequest();
    return new ClassicAttempt(call, context, sent, cancellation);
  }

  @Override
  public HttpResponse send(Attempt attempt) throws Throwable {
    HttpResponse response = PulledCall.super.send(attempt);
    if (attempt.givenUp()) {
      awaitAbort(attempt.call());
    } else if (attempt.decision() != null
        && attempt.decision().isRefused()
        && suppressesClientRetry(attempt, response)) {
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
      ContextResponse.restore(context, shown);
    }
    redirects.begin(original, attempt.sent);
    call(attempt, attempt.sent, context);
    HttpResponse response = (HttpResponse) attempt.response();
    Cancellation cancellation = attempt.cancellation;
    if (cancellation != null && !cancellation.end()) {
      attempt.failedWith(Apache4Failures.timedOut());
      if (response != null) {
        bodies().drop(response, attempt);
      }
    }
    if (attempt.failure() != null) {
      throw attempt.failure();
    }
    return response;
  }

  @Override
  public ClassicBodies bodies() {
    return ClassicBodies.INSTANCE;
  }

  @Override
  public boolean sendsBody() {
    return view.hasBody();
  }

  @Override
  public IOException timedOut(Attempt attempt) {
    ((ClassicAttempt) attempt).cancellation.expire(); // Without one, there is no limit.
    return Apache4Failures.timedOut();
  }

  @Override
  public ResumeRequests<HttpResponse> rest(HttpResponse response, Attempt attempt) {
    return new ClassicResume(this, response);
  }

  /** Returns the call that sends a request for the rest of a response's body. */
  ClassicExchange rest(HttpRequest request) {
    return new ClassicExchange(client, target, request, new ResumeContext(context), closing);
  }

  /** Returns whether the application has aborted its request or shut down the client. */
  boolean isStopped() {
    return Aborts.isAborted(original) || closing.isShutDown(client);
  }

  @Override
  public String uri(Attempt attempt) {
    return redirects.uri(view);
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    boolean timedOut = ((ClassicAttempt) attempt).isStopped();
    if (!timedOut && isStopped()) {
      return Failure.OTHER;
    }
    awaitAbort(attempt.call());
    return timedOut ? Failure.TIMEOUT : Apache4Failures.classify(thrown);
  }

  /** Returns whether the client's own retry layer stands back for a response (rule 7.1). */
  boolean suppressesClientRetry(Attempt attempt, HttpResponse response) {
    if (attempt.call().resumesBody()) {
      return true;
    }
    int status = response.getStatusLine().getStatusCode();
    return covers(attempt, Outcome.response(status, new Apache4Headers(response)));
  }

  /** Returns the same for an exception. */
  boolean suppressesClientRetry(Attempt attempt, IOException thrown) {
    if (attempt.call().resumesBody()) {
      return true;
    }
    if (!(attempt instanceof ClassicAttempt)) {
      return covers(attempt, Outcome.failure(Apache4Failures.classify(thrown)));
    }
    return ((ClassicAttempt) attempt).isStopped() // Redial caused this exception.
        || covers(attempt, Outcome.failure(classify(attempt, thrown)));
  }

  private boolean covers(Attempt attempt, Outcome outcome) {
    boolean redirected = attempt instanceof ClassicAttempt && redirected(attempt);
    return RetryOutlook.covers(attempt.call(), outcome, redirected);
  }

  /** Has an abort of the application's request end the wait that may begin. */
  private void awaitAbort(Call call) {
    new Aborts(original, call).watch();
  }

  @Override
  public boolean redirected(Attempt attempt) {
    return redirects != null && redirects.followed();
  }

  @Override
  public HttpResponse restore(Attempt attempt, HttpResponse givenUp) {
    HttpResponse kept = PulledCall.super.restore(attempt, givenUp);
    if (kept != null) {
      LastExhaustedResponse.note(kept);
    }
    return kept;
  }

  @Override
  public void finish() {
    if (body != null) {
      body.finish();
    }
  }
}
