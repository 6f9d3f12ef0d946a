package io.redial.client.jdk;

import io.redial.call.AsyncDriver;
import io.redial.call.Call;
import io.redial.policy.Failure;
import io.redial.policy.RangePlan;
import io.redial.policy.Resume;
import io.redial.policy.rate.Clock;
import java.io.EOFException;
import java.net.http.HttpResponse;
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
  private final JdkExchange<T> exchange;
  private final BodySubscriber<T> application;

  // Guarded by this.
  private Subscription source;
  private BodyResumption resumption;
  private long demand;
  private boolean held = true;
  private boolean stopped;
  private boolean ended;

  /** How many bytes the application has got. Of the thread that signals. */
  private volatile long received;

  /** Null if that response's body cannot be continued. */
  static <T> ResumableBody<T> of(
      AttemptHandler<T> attempt,
      JdkExchange<T> exchange,
      ResponseInfo info,
      BodySubscriber<T> application) {
    Call call = attempt.call();
    RangePlan plan =
        call.policy().resume().contains(Resume.RANGE)
            ? RangePlan.of(
                exchange.request, info.statusCode(), new JdkHeaders(info.headers()), Clock.SYSTEM)
            : null;
    return plan == null ? null : new ResumableBody<>(call, plan, exchange, application);
  }

  private ResumableBody(
      Call call, RangePlan plan, JdkExchange<T> exchange, BodySubscriber<T> application) {
    this.call = call;
    this.plan = plan;
    this.exchange = exchange;
    this.application = application;
  }

  /** What sends the request for the rest. */
  JdkExchange<T> exchange() {
    return exchange;
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

  /** The body as the application's handler makes it. */
  CompletionStage<T> applications() {
    return application.getBody();
  }

  /**
   * The client has given its response out, so that a cut is no longer the end of the call: from now
   * on the body is read, and goes on.
   */
  void release() {
    Subscription first;
    long open;
    synchronized (this) {
      held = false;
      first = source;
      open = demand;
    }
    if (first != null && open > 0) {
      first.request(open);
    }
  }

  /** Reports the response to the driver when the application's handler has made the body. */
  @SuppressWarnings("FutureReturnValueIgnored") // It reports.
  void reportTo(
      AsyncDriver<HttpResponse<T>> driver, AttemptHandler<T> attempt, HttpResponse<T> response) {
    release();
    applications()
        .handle(
            (value, thrown) -> {
              if (thrown == null) {
                driver.completed(attempt, new RestoredResponse<>(response, value));
              } else {
                driver.failed(attempt, HandlerFailures.ofSendAsync(thrown));
              }
              return null;
            });
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
    application.onSubscribe(this);
  }

  @Override
  public void onNext(List<ByteBuffer> piece) {
    long bytes = 0;
    for (ByteBuffer buffer : piece) {
      bytes += buffer.remaining();
    }
    synchronized (this) {
      if (ended) {
        return;
      }
      received += bytes;
      if (demand != Long.MAX_VALUE) {
        demand--;
      }
    }
    application.onNext(piece);
  }

  @Override
  public void onError(Throwable thrown) {
    if (!resumes(thrown)) {
      fail(thrown);
    }
  }

  @Override
  public void onComplete() {
    if (end()) {
      application.onComplete();
    }
  }

  // From what continues it.

  /** The rest comes from there. */
  void goesOnFrom(Subscription next) {
    long open;
    synchronized (this) {
      if (stopped || ended) {
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

  /** A part has come to its end; a server may send less than it was asked for. */
  void partComplete() {
    if (received >= plan.total()) {
      onComplete();
    } else {
      onError(new EOFException("the server sent a part of the rest"));
    }
  }

  /** It cannot be continued. */
  void fail(Throwable thrown) {
    if (end()) {
      application.onError(thrown);
    }
  }

  private synchronized boolean end() {
    boolean first = !ended;
    ended = true;
    source = null;
    resumption = null;
    return first;
  }

  private boolean resumes(Throwable cut) {
    try {
      if (received >= plan.total() || JdkFailures.classify(cut) == Failure.OTHER) {
        return false;
      }
      BodyResumption next = new BodyResumption(this, cut);
      synchronized (this) {
        if (stopped || ended || held) {
          return false;
        }
        source = null;
        resumption = next;
      }
      return next.begin();
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
    if (asked != null) {
      asked.request(n);
    } else if (refused) {
      fail(new IllegalArgumentException("non-positive request: " + n));
    }
  }

  @Override
  public void cancel() {
    Subscription left;
    synchronized (this) {
      left = source;
    }
    stop();
    end();
    if (left != null) {
      left.cancel();
    }
  }

  /** From now on a cut is the application's. */
  void stop() {
    BodyResumption left;
    synchronized (this) {
      stopped = true;
      left = resumption;
    }
    if (left != null) {
      left.abandon();
    }
  }

  synchronized boolean isStopped() {
    return stopped || ended;
  }

  /** The application gives the call up, and its subscriber is told so. */
  void abort(Throwable thrown) {
    Subscription left;
    synchronized (this) {
      left = source;
    }
    stop();
    fail(thrown);
    if (left != null) {
      left.cancel();
    }
  }
}
