package io.redial.client.jdk;

import io.redial.call.Call;
import io.redial.call.OutgoingRequest;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.PublishedReplay;
import io.redial.policy.HeaderFields;
import io.redial.policy.Resume;
import io.redial.policy.RetryPolicy;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlans;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;

/**
 * What the application passed to the client, as the policy sees it, and the requests that are made
 * from it.
 */
final class JdkRequest implements OutgoingRequest, FaultBoundary.Finishing {
  final HttpClient client;
  final HttpRequest original;
  private PublishedReplay<Subscriber<? super ByteBuffer>, Subscription> body;
  private ReplayPublisher publisher;

  private final PendingCalls pending;
  private volatile CallCompletion completion;
  private volatile boolean finished;

  JdkRequest(HttpClient client, PendingCalls pending, HttpRequest original) {
    this.client = client;
    this.pending = pending;
    this.original = original;
  }

  /**
   * Whether the call is left to the client: either the client will reject the arguments, which it
   * must do itself, or it opens a WebSocket, which needs its own request and response (rule 1.6).
   */
  boolean isLeftToTheClient() {
    return original == null
        || original.uri() == null
        || host() == null
        || scheme() == null
        || original.headers().map().containsKey("Sec-WebSocket-Key");
  }

  @Override
  public String method() {
    return original.method();
  }

  @Override
  public String scheme() {
    return original.uri().getScheme();
  }

  @Override
  public String host() {
    return original.uri().getHost();
  }

  @Override
  public int port() {
    return original.uri().getPort();
  }

  @Override
  public String path() {
    return original.uri().getRawPath();
  }

  @Override
  public String query() {
    return original.uri().getRawQuery();
  }

  @Override
  public HeaderFields headers() {
    return new JdkHeaders(original.headers());
  }

  @Override
  public boolean repeatable() {
    return body == null || body.repeatable();
  }

  /** Begins a call that is not {@linkplain Call#isPassive passive}. */
  void begin(Call call) {
    limit(call);
    BodyPublisher source = original.bodyPublisher().orElse(null);
    if (source != null && call.mayBeRetried() && !ClientTypes.isRepeatable(source)) {
      publisher = new ReplayPublisher(source, call.newReplayBuffer());
      body = publisher.body();
    }
  }

  /**
   * Returns the URI to request so that the response can be resumed (rule 10.4); null if it is the
   * application's own.
   */
  private URI target(Call call) {
    Set<Resume> kinds = call.policy().resume();
    if (kinds.isEmpty() || hasBody() || !call.mayBeRetried()) {
      return null;
    }
    String given = original.uri().toString();
    String asked = StreamPlans.firstTarget(kinds, this, given);
    return asked.equals(given) ? null : URI.create(asked);
  }

  /** Whether there is a body to send; {@code method("GET", noBody())} has a publisher, too. */
  boolean hasBody() {
    BodyPublisher publisher = original.bodyPublisher().orElse(null);
    return publisher != null && publisher.contentLength() != 0;
  }

  /** Returns the plan for the body of a response; null if it cannot be resumed (rule 10.1). */
  StreamPlan plan(Call call, ResponseInfo info) {
    Set<Resume> kinds = call.policy().resume();
    if (kinds.isEmpty() || hasBody()) {
      return null; // The request body might have to be sent again (rule 10.2).
    }
    JdkHeaders headers = new JdkHeaders(info.headers());
    StreamPlan plan =
        StreamPlans.of(kinds, this, info.statusCode(), headers, StreamPlan.AS_SENT, Clock.SYSTEM);
    return plan == null || ClientTypes.endIsReported(info.version())
        ? plan
        : plan.withoutResuming();
  }

  /** Limits the whole call by the application's own timeout (rule 5.3). */
  void limit(Call begun) {
    begun.limitTo(ownTimeoutNanos());
  }

  /**
   * Returns the timeout of the application's request; {@link RetryPolicy#UNLIMITED} if it has none.
   */
  long ownTimeoutNanos() {
    Duration timeout = original.timeout().orElse(null);
    try {
      return timeout == null ? RetryPolicy.UNLIMITED : timeout.toNanos();
    } catch (ArithmeticException centuries) {
      return RetryPolicy.UNLIMITED;
    }
  }

  /** Returns the request to send: the application's own if nothing has to differ. */
  HttpRequest toSend(Call call, int number) {
    boolean timeout = changesTimeout(call, number);
    try {
      URI target = target(call);
      return body == null && !call.policy().addsHeaders() && !timeout && target == null
          ? original
          : copy(call, number, timeout, target);
    } catch (RuntimeException fault) { // For example, from an application's subclass.
      if (number > 1 && body != null) {
        throw fault;
      }
      call.fault("request copy", fault);
      commit(); // The application's own request is sent; a body that can be read once is sent once.
      return original;
    }
  }

  /**
   * Whether an attempt has the application's own timeout in full, so that the client looks after
   * it. Not if the first attempt may have been held back (rule 4.5).
   */
  boolean sendsOwnTimeout(Call call, int number) {
    return number == 1 && call.policy().rateLimit().isOff();
  }

  /** Whether the client's timer also serves for {@code per-try-timeout}. */
  boolean clientLimitsTries(Call call) {
    return call.policy().perTryTimeoutNanos() != RetryPolicy.UNLIMITED
        && HeadTimeout.isClients(client);
  }

  private boolean changesTimeout(Call call, int number) {
    return clientLimitsTries(call)
        || (original.timeout().isPresent() && !sendsOwnTimeout(call, number));
  }

  private HttpRequest copy(Call call, int number, boolean timeout, URI target) {
    RequestCopy copy = new RequestCopy(original);
    if (body != null) {
      copy.body(publisher);
    }
    if (timeout) {
      copy.timeoutNanos(HeadTimeout.clientsNanos(call, client));
    }
    if (target != null) {
      copy.uri(target);
    }
    call.policy().addHeaders(number, copy::header);
    return copy.build();
  }

  /** Stops sending the request body, because the attempt is over. */
  void freezeBody() {
    if (body != null) {
      body.freeze();
    }
  }

  /** Whether only Redial can send the request body again. */
  boolean copiesBody() {
    return body != null;
  }

  /** Whether the application's own publisher has failed. */
  boolean hasBodyFailed() {
    return body != null && body.hasFailed();
  }

  /** Returns what a shutdown of the client waits for. */
  CallCompletion completion() {
    CallCompletion made;
    synchronized (this) {
      made = completion;
      if (made == null) {
        made = new CallCompletion(client, pending);
        completion = made;
      }
    }
    if (finished) {
      made.outcomeGiven();
    }
    return made;
  }

  /** Whether a thread that shuts the client down waits or has waited for the call. */
  boolean isAwaited() {
    CallCompletion made = completion;
    return made != null && made.isAwaited();
  }

  /** Called when the client has accepted an attempt. */
  void taken() {
    CallCompletion made = completion;
    if (made != null) {
      made.taken();
    }
  }

  /** Called when the application has its outcome. */
  @Override
  public void finish() {
    finished = true;
    CallCompletion made = completion;
    if (made != null) {
      made.outcomeGiven();
    }
  }

  /** Whether the application has shut down the executor that it gave the client. */
  boolean isExecutorShutDown() {
    Executor executor = client.executor().orElse(null);
    return executor instanceof ExecutorService && ((ExecutorService) executor).isShutdown();
  }

  /** Runs a task on the thread on which dependents run without Redial (rule 1.1). */
  void onClientsThread(CompletableFuture<?> response, Runnable end) {
    try {
      client.executor().orElseGet(response::defaultExecutor).execute(end);
    } catch (RuntimeException rejected) {
      end.run();
    }
  }

  /** Frees the copy of the request body, because no attempt follows. */
  void commit() {
    if (body != null) {
      body.commit();
      publisher.release();
    }
  }
}
