package io.redial.client.jdk;

import io.redial.call.Call;
import io.redial.policy.Failure;
import io.redial.policy.RangePlan;
import io.redial.policy.Resume;
import io.redial.policy.rate.Clock;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * A download that goes on when its connection breaks (rule 10.2). It stands between the client and
 * the application's subscriber, which sees one body: no byte twice, none missing, and at its own
 * pace. The bytes come from one source after the other. Signals may come on any thread, one at a
 * time; the subscriber may ask and cancel on any other.
 */
final class ResumableBody<T> implements BodySubscriber<T>, Subscription {
  final Call call;
  final RangePlan plan;

  /** What sends the requests for the rest. */
  final JdkSource<T> exchange;

  private final ApplicationBody<T> application;

  // Guarded by this.
  private Subscription source;
  private BodyResumption resumption;
  private long demand;
  private boolean held = true;
  private boolean stopped;

  /** The client may tell of the end of an HTTP/2 stream twice. */
  private boolean firstEnded;

  /** What broke the body off before the client had given its response out. */
  private Throwable heldBack;

  /** How many bytes the application has got. Of the thread that signals. */
  private volatile long received;

  /** Null if the body cannot be continued; over HTTP/2 clients do not tell its end just once. */
  static <T> ResumableBody<T> of(
      Call call, JdkSource<T> exchange, ResponseInfo info, BodySubscriber<T> application) {
    RangePlan plan =
        call.policy().resume().contains(Resume.RANGE) && info.version() == Version.HTTP_1_1
            ? RangePlan.of(
                exchange.request, info.statusCode(), new JdkHeaders(info.headers()), Clock.SYSTEM)
            : null;
    return plan == null ? null : new ResumableBody<>(call, plan, exchange, application);
  }

  private ResumableBody(
      Call call, RangePlan plan, JdkSource<T> exchange, BodySubscriber<T> application) {
    this.call = call;
    this.plan = plan;
    this.exchange = exchange;
    this.application = new ApplicationBody<>(application);
  }

  long received() {
    return received;
  }

  /**
   * For the client the body is there at once: otherwise it would end the call when its own
   * connection breaks. The application's is {@link #applications}.
   */
  @Override
  public CompletionStage<T> getBody() {
    return CompletableFuture.completedFuture(null);
  }

  /** The body as the application's handler makes it; called once. */
  CompletionStage<T> applications() {
    return application.result();
  }

  /**
   * The client has given its response out, so that a cut is no longer the end of the call: from now
   * on the body is read, and goes on.
   */
  void release() {
    Subscription first;
    Throwable cut;
    long open;
    synchronized (this) {
      held = false;
      first = source;
      open = demand;
      cut = heldBack;
    }
    if (cut != null) {
      cut(cut);
    } else if (first != null && open > 0) {
      first.request(open);
    }
  }

  /** The client has ended the call by itself instead. */
  void clientFailed(Throwable thrown) {
    if (isHeld()) {
      fail(thrown);
    }
  }

  /** It does not go on. */
  void fail(Throwable thrown) {
    application.fail(thrown);
  }

  /** Whether the client may still end the call by itself, and nothing of the body was read. */
  synchronized boolean isHeld() {
    return held;
  }

  // From the client.

  @Override
  public void onSubscribe(Subscription first) {
    synchronized (this) {
      source = first;
    }
    application.subscribe(this);
  }

  @Override
  public void onNext(List<ByteBuffer> piece) {
    long bytes = RangeAttempt.bytes(piece);
    synchronized (this) {
      if (application.isEnded()) {
        return;
      }
      received += bytes;
      if (demand != Long.MAX_VALUE) {
        demand--;
      }
    }
    application.next(piece);
  }

  @Override
  public void onError(Throwable thrown) {
    synchronized (this) {
      if (firstEnded) {
        return;
      }
      firstEnded = true;
      if (held && !application.threw()) {
        heldBack = thrown;
        return;
      }
    }
    cut(thrown);
  }

  @Override
  public void onComplete() {
    application.complete();
  }

  // From what continues it.

  boolean threw() {
    return application.threw();
  }

  /** The rest comes from there. */
  void goesOnFrom(RangeAttempt attempt, Subscription next) {
    long open;
    synchronized (this) {
      if (isStopped() || !resumption.isCurrent(attempt)) {
        open = -1;
      } else {
        source = next;
        open = demand;
      }
    }
    if (open < 0) {
      next.cancel();
    } else if (open > 0) {
      next.request(open);
    }
  }

  /** The source of the bytes has broken off. */
  void cut(Throwable cut) {
    if (!resumes(cut)) {
      fail(cut);
    }
  }

  private boolean resumes(Throwable cut) {
    try {
      if (received > plan.total()
          || application.threw()
          || JdkFailures.classify(cut) == Failure.OTHER
          || exchange.isUnwanted()) {
        return false;
      }
      BodyResumption next = new BodyResumption(this, cut);
      synchronized (this) {
        if (isStopped()) {
          return false;
        }
        source = null;
        resumption = next;
      }
      next.begin();
      return true;
    } catch (Throwable fault) {
      exchange.fault("java.net.http body", fault);
      return false;
    }
  }

  // From the application.

  @Override
  public void request(long n) {
    Subscription asked;
    boolean refused;
    synchronized (this) {
      asked = held && n > 0 ? null : source;
      refused = source == null && n <= 0;
      if (n > 0) {
        demand = demand + n < 0 ? Long.MAX_VALUE : demand + n;
      }
    }
    if (refused) {
      abort(new IllegalArgumentException("non-positive request: " + n));
    } else if (asked != null) {
      asked.request(n);
    }
  }

  @Override
  public void cancel() {
    if (isResumed()) {
      application.abandon(); // The client does so with what it reads itself.
    }
    stopSource();
  }

  /** From now on a cut is the application's, which has the response and gives the body up. */
  void stop(Throwable thrown) {
    synchronized (this) {
      stopped = true;
    }
    if (isResumed()) {
      abort(thrown);
    }
  }

  private synchronized boolean isResumed() {
    return resumption != null;
  }

  synchronized boolean isStopped() {
    return stopped || application.isEnded();
  }

  /** The application gives the call up, and its subscriber is told so. */
  void abort(Throwable thrown) {
    fail(thrown);
    stopSource();
  }

  /** Nothing more is read. */
  private void stopSource() {
    Subscription left;
    BodyResumption begun;
    synchronized (this) {
      stopped = true;
      left = source;
      begun = resumption;
    }
    if (begun != null) {
      begun.abandon();
    }
    if (left != null) {
      left.cancel();
    }
  }
}
