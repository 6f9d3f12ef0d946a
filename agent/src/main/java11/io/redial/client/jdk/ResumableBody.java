package io.redial.client.jdk;

import io.redial.call.BodyEnded;
import io.redial.call.Call;
import io.redial.call.GuardedPlan;
import io.redial.call.Resumptions;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Next;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * A body that goes on when its connection breaks (rule 10). It stands between the client and the
 * application's subscriber, which sees one body: no byte twice, none missing, and at its own pace.
 * The bytes come from one source after the other. Signals may come on any thread, one at a time;
 * the subscriber may ask and cancel on any other.
 */
final class ResumableBody<T> implements FirstSource.Body, Subscription {
  final Call call;
  final GuardedPlan plan;
  final Resumptions resumptions;

  /** What sends the requests for the rest. */
  final JdkSource<T> exchange;

  /** The application's own response, which comes before what continues it. */
  final FirstSource<T> first;

  final DeliveredBody<T> delivery;
  private final ApplicationBody<T> application;

  // Guarded by this.
  private Subscription source;
  private BodyResumption resumption;
  private boolean stopped;

  /** Whether what the application asks for is asked of the source at once. */
  private boolean asks;

  ResumableBody(Call call, StreamPlan plan, JdkSource<T> exchange, BodySubscriber<T> subscriber) {
    this.call = call;
    this.plan = new GuardedPlan(call, plan);
    this.resumptions = new Resumptions(call, this.plan);
    this.exchange = exchange;
    this.delivery = new DeliveredBody<>(subscriber, this.plan);
    this.application = delivery.application;
    this.first = new FirstSource<>(this, delivery);
  }

  /** The body as the application's handler makes it; called once. */
  CompletionStage<T> applications() {
    return application.result();
  }

  /** It does not go on. */
  @Override
  public void fail(Throwable thrown) {
    application.fail(thrown);
  }

  /** The client begins with the body of the application's response. */
  @Override
  public void begins(Subscription from) {
    synchronized (this) {
      source = from;
    }
    application.subscribe(this);
  }

  /** From now on the application's response is read. */
  @Override
  public void asksFirst() {
    Subscription from;
    long open;
    synchronized (this) {
      asks = true;
      from = source;
      open = delivery.demand();
    }
    if (from != null && open > 0) {
      from.request(open);
    }
  }

  @Override
  public boolean threw() {
    return application.threw();
  }

  /** The rest comes from there. */
  void goesOnFrom(RestAttempt attempt, Subscription next) {
    long open;
    boolean wanted;
    synchronized (this) {
      wanted = !isStopped() && resumption.isCurrent(attempt);
      source = wanted ? next : source;
      asks |= wanted;
      open = delivery.demand();
    }
    if (!wanted) {
      next.cancel();
    } else if (open > 0) {
      next.request(open);
    }
  }

  /**
   * Takes what a source brings.
   *
   * @return what is to be done with the source
   */
  @Override
  public Next take(List<ByteBuffer> piece) {
    if (application.isEnded()) {
      return Next.READ; // What the client still had read when the application gave up.
    }
    boolean delivered = delivery.deliver(piece);
    Next next = plan.next();
    if (!delivered && next == Next.READ) {
      askForMore();
    }
    return next;
  }

  /** What came was only a part of an event, so that nothing was given for what was asked for. */
  private void askForMore() {
    Subscription now;
    synchronized (this) {
      now = stopped ? null : source;
    }
    if (now != null) {
      now.request(1);
    }
  }

  /** The source under way is of no use any more, as its bytes have shown. */
  @Override
  public void leave() {
    boolean restarts = plan.next() == Next.RESTART;
    Subscription left;
    synchronized (this) {
      left = source;
      source = null;
    }
    if (left != null) {
      left.cancel();
    }
    if (restarts) {
      sourceEnded();
    } else {
      giveUp();
    }
  }

  /** The source has come to its end, which need not be the body's. */
  @Override
  public void sourceEnded() {
    boolean goesOn = !application.isEnded() && plan.goesOnAfterEnd();
    Throwable before = delivery.latestCut;
    if (!goesOn || !resumes(plan.endsInOrder() || before == null ? new BodyEnded() : before)) {
      giveUp();
    }
  }

  /** The source of the bytes has broken off. */
  @Override
  public void cut(Throwable cut) {
    delivery.latestCut = cut;
    boolean goesOn = plan.goesOnAfterCut();
    boolean ofTheConnection = !application.threw() && JdkFailures.classify(cut) != Failure.OTHER;
    if (!goesOn || !ofTheConnection || !resumes(cut)) {
      giveUp();
    }
  }

  /** It does not go on. */
  void giveUp() {
    synchronized (this) {
      source = null;
    }
    delivery.end(delivery.latestCut);
  }

  private boolean resumes(Throwable cut) {
    try {
      if (exchange.isUnwanted() || BodyResumption.isTooLate(this)) {
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
    try {
      Subscription asked;
      boolean refused;
      synchronized (this) {
        asked = asks || n <= 0 ? source : null;
        refused = source == null && n <= 0;
        if (n > 0) {
          synchronized (delivery) { // Before another source can take the place of this one.
            delivery.demand = delivery.demand + n < 0 ? Long.MAX_VALUE : delivery.demand + n;
          }
        }
      }
      if (delivery.fault == null) {
        delivery.deliverTail();
        if (refused) {
          abort(new IllegalArgumentException("non-positive subscription request: " + n));
        } else if (asked != null) {
          asked.request(n);
        }
      }
    } catch (Throwable thrown) {
      delivery.broke(thrown);
    }
    if (delivery.fault != null) {
      delivery.requestAfterFault(n, source);
    }
  }

  @Override
  public void cancel() {
    try {
      if (isResumed()) {
        application.abandon(); // The client does so with what it reads itself.
      }
      stopSource();
    } catch (Throwable thrown) {
      delivery.broke(thrown);
    }
    if (delivery.fault != null) {
      delivery.cancelAfterFault(source);
    }
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
    return stopped || delivery.fault != null || application.isEnded();
  }

  /** The application gives the call up, and its subscriber is told so. */
  void abort(Throwable thrown) {
    try {
      fail(thrown);
    } finally {
      stopSource();
    }
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
