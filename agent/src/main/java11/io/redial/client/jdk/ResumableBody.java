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
 * A response body that is resumed when its connection breaks (rule 10). It stands between the
 * client and the application's subscriber, which sees one body: no byte twice, none missing, and at
 * its own pace. The bytes come from one source after the other. Signals may arrive on any thread,
 * one at a time; the subscriber may request and cancel on any other.
 */
final class ResumableBody<T> implements FirstSource.Body, Subscription {
  final Call call;
  final GuardedPlan plan;
  final Resumptions resumptions;

  /** The exchange that sends the requests for the rest. */
  final JdkSource<T> exchange;

  /** The application's own response, which is the first source. */
  final FirstSource<T> first;

  final DeliveredBody<T> delivery;
  private final ApplicationBody<T> application;

  // Guarded by this.
  private Subscription source;
  private BodyResumption resumption;
  private boolean stopped;

  /** Whether the application's demand is passed on to the source at once. */
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

  /** Returns the body as the application's handler makes it. Called once. */
  CompletionStage<T> applications() {
    return application.result();
  }

  @Override
  public void isOnlyRead() {
    synchronized (this) {
      stopped = true;
    }
  }

  /** Called when the client begins the body of the application's response. */
  @Override
  public void begins(Subscription from) {
    synchronized (this) {
      source = from;
    }
    application.subscribe(this);
  }

  /** Starts reading the application's response. */
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

  /** Continues with the response to a request for the rest. */
  void goesOnFrom(ResumeAttempt attempt, Subscription next) {
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
   * Takes a piece from a source.
   *
   * @return what to do with the source
   */
  @Override
  public Next take(List<ByteBuffer> piece) {
    if (application.isEnded()) {
      return Next.READ; // The client had read it before the application gave up.
    }
    boolean delivered = delivery.deliver(piece);
    Next next = plan.next();
    if (!delivered && next == Next.READ) {
      askForMore();
    }
    return next;
  }

  /** Requests another piece: the last one was part of an event, and nothing was delivered. */
  private void askForMore() {
    Subscription now;
    synchronized (this) {
      now = stopped ? null : source;
    }
    if (now != null) {
      now.request(1);
    }
  }

  /** Drops the current source, whose bytes have shown that it is of no use any more. */
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

  /** Called when the source has come to its end, which need not be the body's. */
  @Override
  public void sourceEnded() {
    boolean goesOn = !application.isEnded() && plan.goesOnAfterEnd();
    Throwable before = delivery.latestCut;
    if (!goesOn || !resumes(plan.endsInOrder() || before == null ? new BodyEnded() : before)) {
      giveUp();
    }
  }

  /** Called when the source has broken off. */
  @Override
  public void cut(Throwable cut) {
    delivery.latestCut = cut;
    boolean goesOn = plan.goesOnAfterCut();
    boolean ofTheConnection = !application.threw() && JdkFailures.classify(cut) != Failure.OTHER;
    if (!goesOn || !ofTheConnection || !resumes(cut)) {
      giveUp();
    }
  }

  /** Ends the body, because it is not resumed. */
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

  // Called by the application.

  @Override
  public void request(long n) {
    try {
      Subscription asked;
      boolean refused;
      synchronized (this) {
        asked = asks || n <= 0 ? source : null;
        refused = source == null && n <= 0;
        if (n > 0) {
          synchronized (delivery) { // Before another source can replace this one.
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
        application.abandon(); // For its own response, the client does so itself.
      }
      stopSource();
    } catch (Throwable thrown) {
      delivery.broke(thrown);
    }
    if (delivery.fault != null) {
      delivery.cancelAfterFault(source);
    }
  }

  /** Stops resuming: the application has the response and gives the body up. */
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

  /** Ends the body with a failure that its subscriber is told, and stops reading. */
  void abort(Throwable thrown) {
    try {
      application.fail(thrown);
    } finally {
      stopSource();
    }
  }

  /** Stops reading and resuming. */
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
