package io.redial.client.jdk;

import io.redial.call.Call;
import io.redial.call.OutgoingRequest;
import io.redial.policy.Resume;
import io.redial.policy.RetryPolicy;
import io.redial.policy.stream.StreamPlans;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** What the application passed to the client, and the requests that are made from it. */
abstract class JdkSource<T> extends Settlement {
  final HttpRequest original;
  final BodyHandler<T> handler;
  final PushPromiseHandler<T> pushHandler;
  final JdkRequest request;
  BodyTap body;
  Call call;
  private ReplayPublisher publisher;

  /** Where the requests go if that is not quite where the application sends its own, or null. */
  private URI target;

  JdkSource(
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
   * Whether the client will reject the arguments, which it must do itself, or opens a WebSocket,
   * which needs its own request and response (rule 1.6).
   */
  private boolean isLeftToTheClient() {
    return original == null
        || handler == null
        || original.uri() == null
        || request.host() == null
        || request.scheme() == null
        || original.headers().map().containsKey("Sec-WebSocket-Key");
  }

  /** The request as the policy sees it; null if the client is to have the call as it is. */
  public final OutgoingRequest request() {
    return isLeftToTheClient() ? null : request;
  }

  /** A call that may be retried begins. */
  final void begin(Call begun) {
    call = begun;
    limit(call);
    target = target(call.policy().resume());
    BodyPublisher source = original.bodyPublisher().orElse(null);
    if (source != null && call.mayBeRetried() && !ClientTypes.isRepeatable(source)) {
      body = new BodyTap(call.newReplayBuffer());
      publisher = new ReplayPublisher(source, body);
      request.copiedBy(body);
    }
  }

  /** A stream that is to go on may have to be asked for differently (rule 10.4). */
  private URI target(Set<Resume> kinds) {
    if (kinds.isEmpty() || hasBody() || !call.mayBeRetried()) {
      return null;
    }
    String given = original.uri().toString();
    String asked = StreamPlans.firstTarget(kinds, request, given);
    return asked.equals(given) ? null : URI.create(asked);
  }

  /** {@code method("GET", noBody())} has a publisher, too, but nothing to publish. */
  final boolean hasBody() {
    BodyPublisher publisher = original.bodyPublisher().orElse(null);
    return publisher != null && publisher.contentLength() != 0;
  }

  /** The application's own timeout limits the whole call (rule 5.3). */
  final void limit(Call begun) {
    Duration timeout = original.timeout().orElse(null);
    if (timeout != null) {
      begun.limitTo(nanos(timeout));
    }
  }

  private static long nanos(Duration timeout) {
    try {
      return timeout.toNanos();
    } catch (ArithmeticException centuries) {
      return RetryPolicy.UNLIMITED;
    }
  }

  /** The request that goes on the wire: the application's own if nothing has to differ. */
  HttpRequest toSend(Call call, int number) {
    RetryPolicy policy = call.policy();
    boolean headers = policy.addsHeaders();
    long limit = HeadTimeout.clientsNanos(call);
    boolean timeout =
        limit != RetryPolicy.UNLIMITED
            && (number > 1
                || policy.perTryTimeoutNanos() != RetryPolicy.UNLIMITED
                || !policy.rateLimit().isOff()); // The first attempt may have been held back.
    if (body == null && !headers && !timeout && target == null) {
      return original;
    }
    try {
      return copy(policy, number, timeout ? Duration.ofNanos(Math.max(1, limit)) : null);
    } catch (RuntimeException fault) { // For example, of a subclass of the application's.
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
    if (target != null) {
      copy.uri(target);
    }
    policy.addHeaders(number, copy::header);
    return copy.build();
  }

  /** The attempt is over: nothing more of its body is sent. */
  void freezeBody() {
    if (body != null) {
      body.freeze();
    }
  }

  /** Whether only Redial can send its request body again. */
  boolean copiesBody() {
    return body != null;
  }

  /** Dependents run on the thread on which they run without Redial (rule 1.1). */
  final void onClientsThread(CompletableFuture<?> response, Runnable end) {
    try {
      client.executor().orElseGet(response::defaultExecutor).execute(end);
    } catch (RuntimeException rejected) {
      end.run();
    }
  }

  /** Whether the application has ended the call by itself, so that nobody takes its outcome. */
  boolean isUnwanted() {
    return false;
  }

  /** Runs that once the application's future is done, if there is one. */
  void onceDone(Runnable task) {}

  /** Does not throw: the JDK would add that to the application's exception. */
  final Void runOnceDone(Runnable task) {
    try {
      task.run();
    } catch (Throwable fault) {
      fault("wait", fault);
    }
    outcomeGiven();
    return null;
  }

  /** Tells of a fault of Redial's, if that can be done. */
  void fault(String where, Throwable fault) {
    Call watched = call;
    if (watched != null) {
      try {
        watched.fault(where, fault);
      } catch (Throwable ignored) {
        // The call goes on without saying it.
      }
    }
  }

  /** The application got a response's head, so that no attempt follows. */
  void commit() {
    if (body != null) {
      body.commit();
      publisher.release();
    }
  }
}
