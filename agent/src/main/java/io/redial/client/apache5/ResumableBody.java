package io.redial.client.apache5;

import io.redial.call.BodyEnded;
import io.redial.call.Call;
import io.redial.call.GuardedPlan;
import io.redial.call.Resumptions;
import io.redial.call.Rethrow;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Next;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.CapacityChannel;

/**
 * A body that goes on when its connection breaks (rule 10). The application's consumer sees one
 * body: no byte twice, none missing. The bytes come from one exchange after the other; the first
 * one is the application's.
 */
final class ResumableBody<T> {
  final Call call;
  final GuardedPlan plan;
  final Resumptions resumptions;
  final DeliveredBody<T> delivery;
  final EndOfBody<T> end;

  /** What the application's consumer makes of it; null before it has the response's head. */
  volatile BodyResult<T> result;

  private final HttpOutcome<T> outcome;
  private final CopiedRequest request;
  private final ApplicationConsumer<T> application;

  /**
   * Null for a body that does not go on, and at the end, because it knows the client, and the
   * application may keep this.
   */
  private volatile RestOfBody rests;

  /** Whether the application's own exchange is over, and what becomes of it does not matter. */
  volatile boolean movedOn;

  /** What the bytes come from, or will; null before the application's own exchange is over. */
  private volatile RestOfBody.Source rest;

  /** What the body ends with if it does not go on; null if no source has broken off yet. */
  private volatile Exception latestCut;

  /**
   * The body of a response that the application gets.
   *
   * @param request a copy of the application's
   * @param rests null if it is not to go on
   */
  ResumableBody(
      HttpOutcome<T> outcome, Call call, StreamPlan plan, CopiedRequest request, RestOfBody rests) {
    this.call = call;
    this.plan = new GuardedPlan(call, plan);
    this.resumptions = new Resumptions(call, this.plan);
    this.outcome = outcome;
    this.request = request;
    this.rests = rests;
    this.delivery = new DeliveredBody<>(outcome, this.plan);
    this.application = delivery.application;
    this.end = new EndOfBody<>(this, outcome);
  }

  /** The application's request as it was when its response arrived. */
  CopiedRequest request() {
    return request;
  }

  HttpOutcome<T> outcome() {
    return outcome;
  }

  boolean hasMovedOn() {
    return movedOn;
  }

  boolean mayGoOn() {
    return rests != null;
  }

  /** Whether the application cancelled the call, maybe before the head arrived. */
  boolean isCancelled() {
    return outcome.future.isCancelled();
  }

  /** Whether that exchange is the one that follows the latest cut. */
  boolean isSource(RestOfBody.Source source) {
    return rest == source;
  }

  /** Whether the application waits for what that exchange brings. */
  boolean comesFrom(RestOfBody.Source source) {
    return rest == source && !isCancelled() && !application.isEnded();
  }

  /** It does not go on any more. */
  void forgetClient() {
    rests = null;
  }

  // From its sources.

  /** A source has used up its capacity. */
  void updateCapacity(CapacityChannel channel) throws IOException {
    delivery.updateCapacity(channel);
  }

  /**
   * Takes bytes of a source.
   *
   * @return whether that source is to be read on; otherwise, {@link #leave} follows
   */
  boolean take(ByteBuffer bytes) throws IOException {
    return delivery.deliver(bytes);
  }

  /** The application's own exchange is of no use any more, as its bytes have shown. */
  void leaveFirst() {
    moveOn(true);
    leave();
  }

  /** The source under way is of no use any more, as its bytes have shown. */
  void leave() {
    if (plan.next() == Next.RESTART) {
      sourceEnded(null);
    } else {
      giveUp(null);
    }
  }

  /** The source has come to its end, which need not be the body's. */
  void sourceEnded(List<? extends Header> trailers) {
    if (!goesOnAfterEnd(true)) {
      giveUp(trailers);
    }
  }

  /** The source of the bytes has broken off. */
  void cut(Exception cut) {
    if (goesOnAfter(cut)) {
      return;
    }
    if (application.threw()) {
      rests = null;
      end.fail(cut);
    } else {
      giveUp(null);
    }
  }

  /**
   * A source has come to its end; whether another one follows.
   *
   * @param isBroken whether the client reports the application's own exchange as failed, if that is
   *     the source
   */
  boolean goesOnAfterEnd(boolean isBroken) {
    if (isUnwanted() || !plan.goesOnAfterEnd()) {
      return false;
    }
    Exception before = latestCut;
    return resumes(plan.endsInOrder() || before == null ? new BodyEnded() : before, isBroken);
  }

  /** A source has broken off; whether another one follows. */
  boolean goesOnAfter(Exception cut) {
    if (isUnwanted()) {
      return false;
    }
    latestCut = cut;
    // Asked first, because the plan has to know that the end is no orderly one.
    return plan.goesOnAfterCut()
        && Apache5Failures.classifyCut(cut) != Failure.OTHER
        && resumes(cut, true);
  }

  /** Whether the application wants nothing more, so that the plan is not asked about its end. */
  boolean isUnwanted() {
    return isCancelled() || application.threw() || application.isEnded();
  }

  private void moveOn(boolean isBroken) {
    if (!movedOn) {
      movedOn = true;
      result.moveOn(isBroken);
    }
    delivery.leaveConnection();
  }

  private boolean resumes(Exception cut, boolean isBroken) {
    RestOfBody asked = rests;
    RestOfBody.Source next = null;
    try {
      if (asked == null) {
        return false;
      }
      next = asked.after(cut, this);
      rest = next;
      moveOn(isBroken);
      next.begin();
      if (isCancelled()) {
        cancel(); // By another thread, which did not see the exchange.
      }
      return true;
    } catch (Throwable fault) {
      if (fault == outcome.applications()) {
        throw Rethrow.asIs(fault);
      }
      call.fault("HttpClient 5 body", fault);
      if (next == null) {
        return false;
      }
      next.abort();
      giveUp(null);
      return true;
    }
  }

  /** It does not go on. */
  void giveUp(List<? extends Header> trailers) {
    if (isCancelled()) {
      failAsCancelled();
    } else if (end.begins()) {
      rests = null;
      end.tell(latestCut, trailers);
    }
  }

  /** What the application's callback threw, or null. */
  Throwable applications() {
    return outcome.applications();
  }

  /**
   * A fault of Redial's has come in the way of what follows: the body ends with what its sources
   * have ended with. What the application threw is thrown on.
   */
  void endAfterFault(Throwable fault) {
    if (application.threw || application.thrownAtEnd == fault || fault == outcome.applications()) {
      throw Rethrow.asIs(fault);
    }
    rests = null;
    plan.breakOff(fault);
    RestOfBody.Source now = rest;
    rest = null;
    try {
      if (now != null) {
        now.abort();
      }
    } finally {
      end.tellAfterFault(isCancelled() ? new CancelledException() : latestCut);
    }
  }

  // From the application.

  /** As the client does, and then reports. */
  void cancel() {
    if (movedOn) {
      RestOfBody.Source now = rest;
      if (now != null) {
        now.abort();
      }
      failAsCancelled();
    }
  }

  private void failAsCancelled() {
    rests = null;
    end.fail(new InterruptedIOException(), new CancelledException());
  }
}
