package io.redial.client.jdk;

import io.redial.call.Admission;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.SyncExchange;
import io.redial.policy.Failure;
import io.redial.policy.RetryPolicy;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** One {@code send}: the application's arguments, and the attempts made of them. */
class JdkExchange<T> extends Settlement implements SyncExchange<HttpResponse<T>> {
  final HttpRequest original;
  final BodyHandler<T> handler;
  final PushPromiseHandler<T> pushHandler;
  private final JdkRequest request;
  private BodyTap body;
  private ReplayPublisher publisher;
  private volatile SentHandler<T> handed;
  private boolean followsRedirects;
  private Call call;

  JdkExchange(
      HttpClient client,
      UnsettledCalls unsettled,
      HttpRequest original,
      BodyHandler<T> handler,
      PushPromiseHandler<T> pushHandler) {
    super(client, unsettled);
    this.original = original;
    this.handler = handler;
    this.pushHandler = pushHandler;
    this.request = original == null ? null : new JdkRequest(original, this);
  }

  /**
   * Whether the client will refuse the arguments, which is for it to say, or opens a WebSocket,
   * which needs its own request and its own response (rule 1.6).
   */
  boolean isLeftToTheClient() {
    return original == null
        || handler == null
        || original.uri() == null
        || request.host() == null
        || request.scheme() == null
        || original.headers().map().containsKey("Sec-WebSocket-Key");
  }

  JdkRequest request() {
    return request;
  }

  /** The application's own timeout is the call's (rule 5.3). */
  void limit(Call call) {
    Duration timeout = original.timeout().orElse(null);
    if (timeout != null) {
      call.limitTo(nanos(timeout));
    }
  }

  void prepare(Call its) {
    call = its;
    BodyPublisher source = original.bodyPublisher().orElse(null);
    if (source != null && call.mayBeRetried() && !ClientTypes.isRepeatable(source)) {
      body = new BodyTap(call.newReplayBuffer());
      publisher = new ReplayPublisher(source, body);
      request.copiedBy(body);
    }
    followsRedirects =
        client.followRedirects() != HttpClient.Redirect.NEVER && !call.policy().idempotent(request);
  }

  private static long nanos(Duration timeout) {
    try {
      return timeout.toNanos();
    } catch (ArithmeticException centuries) {
      return RetryPolicy.UNLIMITED;
    }
  }

  @Override
  public AttemptHandler<T> attempt(Call call) {
    return AttemptHandler.next(call, this);
  }

  @Override
  public HttpResponse<T> send(Attempt attempt) throws Throwable {
    AttemptHandler<T> sent = ours(attempt);
    HttpRequest copy = sent.toSend();
    HttpResponse<T> response;
    try {
      response = isAwaited() ? sendBeforeShutdown(copy, sent) : send(copy, sent);
    } catch (InterruptedException thrown) {
      throw thrown;
    } catch (Throwable thrown) {
      if (thrown == attempt.failure) {
        brokeOff(sent);
      }
      throw thrown;
    }
    return received(sent, response);
  }

  private HttpResponse<T> send(HttpRequest copy, AttemptHandler<T> sent) throws Throwable {
    taken();
    SentHandler<T> itsHandler = handed(sent);
    Object outer = Admission.open(client);
    try {
      sent.made = true;
      HttpResponse<T> response = client.send(copy, itsHandler);
      sent.response = response;
      return response;
    } catch (Throwable thrown) {
      sent.failure = thrown;
      throw thrown;
    } finally {
      Admission.close(outer);
    }
  }

  /** What the client is given for that attempt, and no other from now on. */
  SentHandler<T> handed(AttemptHandler<T> attempt) {
    letGo();
    handed = new SentHandler<>(handler, attempt);
    return handed;
  }

  private void letGo() {
    SentHandler<T> last = handed;
    if (last != null) {
      last.letGo();
    }
  }

  /** Somebody shuts the client down as soon as it has taken this attempt, and not before. */
  private HttpResponse<T> sendBeforeShutdown(HttpRequest copy, AttemptHandler<T> sent)
      throws Throwable {
    CompletableFuture<HttpResponse<T>> future;
    SentHandler<T> itsHandler = handed(sent);
    Object outer = Admission.open(client);
    try {
      sent.made = true;
      future = client.sendAsync(copy, itsHandler);
    } catch (Throwable thrown) {
      sent.failure = thrown;
      throw thrown;
    } finally {
      Admission.close(outer);
      taken();
    }
    try {
      HttpResponse<T> response = future.get();
      sent.response = response;
      return response;
    } catch (InterruptedException e) {
      future.cancel(true); // As send does.
      sent.failure = e;
      throw e;
    } catch (ExecutionException e) {
      sent.failure = HandlerFailures.ofSend(e.getCause());
      throw sent.failure;
    }
  }

  /** What goes on the wire: the application's own request wherever nothing has to differ. */
  HttpRequest toSend(Call call, int number) {
    RetryPolicy policy = call.policy();
    boolean headers = policy.attemptHeader() != null || policy.ifReady();
    long limit = call.attemptNanos();
    boolean timeout =
        limit != RetryPolicy.UNLIMITED
            && (number > 1
                || policy.perTryTimeoutNanos() != RetryPolicy.UNLIMITED
                || !policy.rateLimit().isOff()); // The first attempt may have been held back.
    if (body == null && !headers && !timeout) {
      return original;
    }
    try {
      return copy(policy, number, timeout ? Duration.ofNanos(Math.max(1, limit)) : null);
    } catch (RuntimeException fault) { // Of a subclass of the application's, for example.
      if (number > 1 && body != null) {
        throw fault;
      }
      call.fault("request copy", fault);
      commit(); // The application's own request goes out, once if its body can be read once.
      return original;
    }
  }

  private HttpRequest copy(RetryPolicy policy, int number, Duration timeout) {
    RequestCopy copy = new RequestCopy(original);
    if (body != null) {
      copy.body(publisher);
    }
    if (timeout != null) {
      copy.timeout(timeout);
    }
    if (policy.ifReady()) {
      copy.header("X-Kubernetes-If-Ready", "true");
    }
    if (policy.attemptHeader() != null) {
      copy.header(policy.attemptHeader(), Integer.toString(number));
    }
    return copy.build();
  }

  private HttpResponse<T> received(AttemptHandler<T> attempt, HttpResponse<T> response)
      throws Throwable {
    HttpResponse<T> seen = seen(attempt, response);
    attempt.response = seen;
    return endsRedirect(attempt, response) ? attempt.restoreNow(seen) : seen;
  }

  /** Whether a response that was to be retried is, as shows now, not to be (rule 2.11). */
  boolean endsRedirect(AttemptHandler<T> attempt, HttpResponse<T> response) {
    if (!followsRedirects || !attempt.givenUp()) {
      return false;
    }
    if (attempt.reconsider(isRedirected(response)).retries()) {
      freezeBody();
      return false;
    }
    return true;
  }

  /** Whether one of the responses that led there was a redirect; a 401 or 407 is none. */
  static boolean isRedirected(HttpResponse<?> response) {
    HttpResponse<?> previous = response.previousResponse().orElse(null);
    return previous != null && (previous.statusCode() / 100 == 3 || isRedirected(previous));
  }

  /**
   * The client failed, maybe because the body of a given-up response broke off before it could say
   * whether a redirect led there. As nobody knows, nothing is sent again (rule 2.11).
   */
  void brokeOff(AttemptHandler<T> attempt) {
    if (followsRedirects) {
      attempt.reconsider(true);
    }
  }

  /** The response with the application's request (rule 1.1). */
  HttpResponse<T> seen(AttemptHandler<T> attempt, HttpResponse<T> response) {
    return attempt.sendsOriginal()
        ? response
        : new OriginalResponse<>(response, original, attempt.sent());
  }

  /** Whether a response can turn out to be the end of a redirect that must not be repeated. */
  boolean mayBeRedirected() {
    return followsRedirects;
  }

  /** The call is given up or done with: nothing more of the old attempt's body is sent. */
  void freezeBody() {
    if (body != null) {
      body.freeze();
    }
  }

  /** Whether its request's body is one that only Redial can send again. */
  boolean copiesBody() {
    return body != null;
  }

  /** Tells of a fault of Redial's, if that can be done. */
  void fault(String where, Throwable fault) {
    Call its = call;
    if (its != null) {
      try {
        its.fault(where, fault);
      } catch (Throwable ignored) {
        // The call goes on without saying it.
      }
    }
  }

  /** The application was given a head that ends the call. */
  void commit() {
    if (body != null) {
      body.commit();
      publisher.letGo();
    }
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    boolean ours = ours(attempt).isOpen() && (body == null || !body.hasFailed());
    return ours ? JdkFailures.classify(thrown) : Failure.OTHER;
  }

  @Override
  public boolean redirected(Attempt attempt) {
    return followsRedirects;
  }

  @Override
  public HttpResponse<T> restore(Attempt attempt, HttpResponse<T> givenUp) throws Throwable {
    AttemptHandler<T> sent = ours(attempt);
    return sent.isComplete() ? sent.restoreNow(givenUp) : null;
  }

  @Override
  public HttpResponse<T> restoreIncomplete(Attempt attempt, HttpResponse<T> givenUp)
      throws Throwable {
    return ours(attempt).restoreNow(givenUp);
  }

  @Override
  public Throwable interrupted(InterruptedException e) {
    return e;
  }

  @Override
  public void over() {
    try {
      letGo();
    } finally {
      commit();
    }
  }

  @SuppressWarnings("unchecked")
  AttemptHandler<T> ours(Attempt attempt) {
    return (AttemptHandler<T>) attempt;
  }
}
