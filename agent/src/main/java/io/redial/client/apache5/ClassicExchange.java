package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.OutgoingRequest;
import io.redial.call.PassiveAttempt;
import io.redial.call.PulledCall;
import io.redial.call.RetryOutlook;
import io.redial.call.body.BodyCopy;
import io.redial.kernel.ClientOutcome;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.ReentryGuard;
import io.redial.policy.Failure;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.net.URI;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * One call of a blocking client, and the attempts that are made of it. An attempt is the client's
 * chain once more, from its head on; of a minimal client, which has none, its public method.
 */
final class ClassicExchange implements PulledCall<ClassicHttpResponse> {
  /**
   * The call that a client is making on this thread. It is kept by thread, because the client does
   * not leave the thread, while several threads may share a context.
   */
  private static final ThreadLocal<ClassicExchange> CURRENT = new ThreadLocal<>();

  final CloseableHttpClient client;
  private final HttpHost target;

  /** What the call sends: the application's request, or one for the rest of a body. */
  private final ClassicHttpRequest original;

  /** The call whose body this one requests the rest of, or null. */
  private final ClassicExchange whole;

  final HttpContext context;

  /** The head of the client's chain and its method; null for a minimal client. */
  private final Object head;

  private final MethodHandle execute;

  /** What the client made for the first attempt: its scope and its copy of the request; or null. */
  private final ExecChain.Scope scope;

  private final ClassicHttpRequest copy;

  /** The runtime that a further one can be made of, or null as long as there is none. */
  private ExecRuntime runtime;

  /** The response that the context showed when the call began; null if it showed none. */
  private Reference<HttpResponse> shown;

  private CopiedEntity body;

  /** The path of the request in place of the application's, or null. */
  private String path;

  /**
   * The header fields that the application set, if the client writes its own into the same request;
   * otherwise null.
   */
  private Header[] headers;

  /** The attempt that the client is making; null if the call is left to it. */
  private Attempt underWay;

  /** Whether the client followed a redirect in that attempt, or in the whole call. */
  private boolean redirected;

  /** Whether an interceptor of an asynchronous attempt makes the call, with the same context. */
  private boolean isWithinAttempt;

  /** Describes a call of a minimal client. */
  ClassicExchange(
      CloseableHttpClient client, HttpHost target, ClassicHttpRequest original, HttpContext given) {
    this.client = client;
    this.target = target;
    this.original = original;
    this.whole = null;
    this.context = given != null ? given : HttpClientContext.create();
    this.head = null;
    this.execute = null;
    this.scope = null;
    this.copy = null;
  }

  /** Describes a call that has reached the head of its client's chain. */
  ClassicExchange(
      CloseableHttpClient client,
      Object head,
      ClassicHttpRequest copy,
      ExecChain.Scope scope,
      MethodHandle execute) {
    this.client = client;
    this.original = scope.originalRequest;
    this.whole = null;
    this.target =
        original.getAuthority() == null || original.getScheme() == null
            ? scope.route.getTargetHost()
            : null;
    this.context = scope.clientContext;
    this.head = head;
    this.execute = execute;
    this.scope = scope;
    this.copy = copy;
    this.runtime = scope.execRuntime;
  }

  /** Describes a call for the rest of another call's body. */
  ClassicExchange(ClassicExchange whole, ClassicHttpRequest request) {
    this.client = whole.client;
    this.target = whole.target;
    this.original = request;
    this.whole = whole;
    this.context = ResumeContext.of(whole.context);
    this.head = whole.head;
    this.execute = whole.execute;
    this.scope = whole.scope;
    this.copy = null;
    this.runtime = whole.runtime;
  }

  /** Returns a copy of the request as the application made it. */
  ClassicHttpRequest copy() {
    return RequestCopy.of(original, headers());
  }

  private Header[] headers() {
    return headers != null ? headers : original.getHeaders();
  }

  /** Returns the application's request, by which the call can be aborted. */
  private ClassicHttpRequest applicationRequest() {
    return whole == null ? original : whole.original;
  }

  boolean isAborted() {
    return AbortSignal.isAborted(applicationRequest());
  }

  /** Returns the attempt under way on this thread; null if there is none. */
  static Attempt attemptUnderWay() {
    ClassicExchange current = CURRENT.get();
    return current == null ? null : current.underWay;
  }

  /** Called when the client has taken a connection from its pool. */
  static void acquired(ExecRuntime acquired) {
    ClassicExchange current = CURRENT.get();
    if (current != null && current.underWay instanceof ClassicAttempt) {
      current.runtime = acquired;
      ((ClassicAttempt) current.underWay).acquired(acquired);
    }
  }

  /** Called when the client follows a redirect. */
  static void redirected(URI to) {
    ClassicExchange current = CURRENT.get();
    if (current == null) {
      return;
    }
    current.redirected = true;
    if (current.underWay instanceof ClassicAttempt) {
      ((ClassicAttempt) current.underWay).location = to;
    }
  }

  @Override
  public OutgoingRequest request() {
    isWithinAttempt = AttemptContext.anotherBegins(context);
    Apache5Request described =
        head == null
            ? new Apache5Request.OfMinimal(original, target)
            : new Apache5Request(original, target);
    return described.isMalformed() ? null : described;
  }

  @Override
  public Attempt prepare(Call call) {
    shown = ContextResponse.in(context);
    headers = head == null ? original.getHeaders() : null;
    Apache5Request described = (Apache5Request) call.request();
    HttpEntity entity = original.getEntity();
    if (entity == null && whole == null) {
      path = described.changedPath(call.policy());
    } else if (entity != null && call.mayBeRetried() && !Repeatable.entity(entity)) {
      body =
          new CopiedEntity(
              entity,
              new BodyCopy(
                  call.newReplayBuffer(), () -> !isAborted() && RetryOutlook.canResend(call)));
      described.sends(body);
    }
    return attempt(call);
  }

  /** Lets the client use the application's own objects, and only looks at the outcome. */
  @Override
  public Object observe(PassiveAttempt attempt) {
    call(attempt, copy != null ? copy : original, scope);
    try {
      if (attempt.failure() == null) {
        ClassicHttpResponse response = (ClassicHttpResponse) attempt.response();
        attempt.responded(response.getCode(), new Apache5Headers(response), redirected);
      } else {
        attempt.threw(attempt.failure(), Apache5Failures.classify(attempt.failure()), redirected);
      }
    } catch (RuntimeException ofAMock) {
      attempt.finish();
    }
    return attempt.answer();
  }

  /**
   * Leaves the call to the client, with the client's own retries even inside an attempt (rule 7.2).
   */
  @Override
  public Object leave() {
    if (head == null && CURRENT.get() == null) {
      return null;
    }
    if (copy != null && path != null) {
      copy.setPath(original.getPath());
    }
    if (copy != null && body != null) {
      copy.setEntity(original.getEntity());
    }
    ClientOutcome left = new ClientOutcome();
    call(left, copy != null ? copy : original, scope);
    return left;
  }

  /**
   * Calls the client. Nothing that could fail stands between its response, or what it threw, and
   * the fields that hold it (rule 1.4).
   *
   * @param outcome gets it: the attempt that the client makes, unless the call is left to it
   */
  @SuppressWarnings("deprecation") // Newer versions advise against it; it is what everyone calls.
  private void call(ClientOutcome outcome, ClassicHttpRequest request, ExecChain.Scope scoped) {
    underWay = outcome instanceof Attempt ? (Attempt) outcome : null;
    redirected = false;
    ClassicExchange outer = CURRENT.get();
    Object admitted = head == null ? ReentryGuard.open(client) : null;
    CURRENT.set(this);
    outcome.markMade();
    try {
      outcome.returned(
          head == null
              ? client.execute(target, request, context)
              : (ClassicHttpResponse) execute.invoke(head, request, scoped));
    } catch (Throwable thrown) {
      outcome.failedWith(thrown);
    }
    CURRENT.set(outer); // Not removed: the next call would have to make its place again.
    if (head == null) {
      ReentryGuard.close(admitted);
    }
    if (isWithinAttempt) {
      FaultBoundary.attempt(() -> AttemptContext.anotherEnds(context, original));
    }
  }

  @Override
  public ClassicAttempt attempt(Call call) {
    return new ClassicAttempt(call);
  }

  @Override
  public ClassicHttpResponse execute(Attempt toMake) throws Throwable {
    ClassicAttempt attempt = (ClassicAttempt) toMake;
    boolean first = attempt.number() == 1;
    if (!first) {
      attempt.failedWith(refusal(attempt.call()));
      if (attempt.failure() != null) {
        throw attempt.failure();
      }
      ContextResponse.restore(context, shown, attempt);
    }
    ClassicHttpRequest request = request(attempt);
    ExecChain.Scope scoped = first || scope == null ? scope : anotherScope();
    attempt.runtime = scoped == null ? null : scoped.execRuntime;
    call(attempt, request, scoped);
    ClassicHttpResponse response = (ClassicHttpResponse) attempt.response();
    if (attempt.failure() == null && !attempt.arrive()) {
      attempt.failedWith(Apache5Failures.timedOut());
      if (response != null) {
        bodies().drop(response, attempt);
      }
    }
    attempt.end();
    if (attempt.failure() == null) {
      return response;
    }
    if (attempt.failure() instanceof Exception && attempt.isStopped()) {
      attempt.failedWith(Apache5Failures.timedOut());
    } else if (!first && attempt.failure() instanceof HttpException) {
      // As the client does above its chain: the failures before are attached to what is thrown.
      attempt.failedWith(
          new ClientProtocolException(attempt.failure().getMessage(), attempt.failure()));
    }
    throw attempt.failure();
  }

  @Override
  public ClassicBodies bodies() {
    return ClassicBodies.INSTANCE;
  }

  @Override
  public void givesUp(Attempt attempt) {
    if (body != null) {
      body.copy.fence();
    }
  }

  @Override
  public ClassicHttpResponse send(Attempt attempt) throws Throwable {
    ClassicHttpResponse response = PulledCall.super.send(attempt);
    if (attempt.givenUp()) {
      awaitAbort(attempt.call()); // Until now, an abort has ended the reading of the body.
    }
    return response;
  }

  @Override
  public IOException timedOut(Attempt attempt) {
    ((ClassicAttempt) attempt).timedOut = true;
    return Apache5Failures.timedOut();
  }

  @Override
  public boolean sendsBody() {
    return original.getEntity() != null;
  }

  @Override
  public ClassicResume rest(ClassicHttpResponse response, Attempt attempt) {
    return new ClassicResume(this, (ClassicAttempt) attempt);
  }

  @Override
  public String uri(Attempt attempt) {
    return uri(attempt, original);
  }

  /** Returns where the response of an attempt with that request comes from. */
  String uri(Attempt attempt, ClassicHttpRequest request) {
    URI location = ((ClassicAttempt) attempt).location;
    return location != null ? location.toString() : new Apache5Request(request, target).uri();
  }

  /**
   * Returns what the client throws if the request was aborted or the client closed during the wait;
   * otherwise null.
   */
  private Exception refusal(Call call) {
    boolean isAborted = isAborted();
    if (!isAborted && !call.isClientClosed()) {
      return null;
    }
    HttpRoute route = scope != null ? scope.route : new HttpRoute(target);
    boolean asks = !isAborted && runtime != null;
    Exception closed = asks ? ClassicAttempt.refusal(runtime, route) : null;
    // As the client's own retry layer does.
    return closed != null ? closed : new RequestFailedException("Request aborted");
  }

  /** Has an abort of the application's request end the wait that may begin. */
  private void awaitAbort(Call call) {
    new AbortSignal(call).listenTo(applicationRequest());
  }

  /** Returns what an attempt sends: a copy, unless a minimal client sends what it was given. */
  private ClassicHttpRequest request(Attempt attempt) throws Throwable {
    boolean first = attempt.number() == 1;
    boolean changes = body != null || path != null || attempt.call().policy().addsHeaders();
    if (first && copy == null && !changes) {
      return original;
    }
    ClassicHttpRequest request = first && copy != null ? copy : anotherCopy();
    if (body != null) {
      request.setEntity(body);
    }
    if (path != null) {
      request.setPath(path);
    }
    if (attempt.call().policy().addsHeaders()) {
      attempt.call().policy().addHeaders(attempt.number(), request::setHeader);
    }
    return request;
  }

  private ClassicHttpRequest anotherCopy() throws Throwable {
    return head != null
        ? copy()
        : RequestCopy.standalone(original, headers(), applicationRequest());
  }

  private ExecChain.Scope anotherScope() {
    ClassicHttpRequest aborted = applicationRequest();
    ExecRuntime another =
        scope.execRuntime.fork(
            aborted instanceof CancellableDependency ? (CancellableDependency) aborted : null);
    return new ExecChain.Scope(
        scope.exchangeId, scope.route, original, another, (HttpClientContext) context);
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    if (isAborted()) {
      return Failure.OTHER;
    }
    awaitAbort(attempt.call());
    ClassicAttempt sent = (ClassicAttempt) attempt;
    return sent.isStopped() ? Failure.TIMEOUT : Apache5Failures.of(sent, thrown);
  }

  @Override
  public boolean redirected(Attempt attempt) {
    return redirected;
  }

  @Override
  public void finish() {
    if (body != null) {
      body.finish();
    }
  }
}
