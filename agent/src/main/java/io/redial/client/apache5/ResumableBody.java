package io.redial.client.apache5;

import io.redial.call.BodyEnded;
import io.redial.call.Call;
import io.redial.call.Exceptions;
import io.redial.call.GuardedPlan;
import io.redial.call.Resumptions;
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
 * A body that is resumed when its connection breaks (rule 10). The application's consumer sees one
 * body: no byte twice, none missing. The bytes come from one exchange after the other; the first
 * one is the application's.
 */
final class ResumableBody<T> {
  final Call call;
  final GuardedPlan plan;
  final Resumptions resumptions;
  final DeliveredBody<T> delivery;
  final EndOfBody<T> end;

  /** What the application's consumer makes of the body; null before it has the response's head. */
  volatile BodyResult<T> result;

  private final HttpOutcome<T> outcome;
  private final CopiedRequest request;
  private final ApplicationConsumer<T> application;

  /**
   * Requests the rest. Null for a body that is not resumed, and at the end, because this refers to
   * the client and the application may keep the body.
   */
  private volatile ResumedBody rests;

  /** Whether the application's own exchange is over, so that its further course does not matter. */
  volatile boolean movedOn;

  /**
   * The source of the present or next bytes; null before the application's own exchange is over.
   */
  private volatile ResumedBody.Source rest;

  /** What the body ends with if it is not resumed; null if no source has broken off yet. */
  private volatile Exception latestCut;

  /**
   * Creates the body of a response that the application gets.
   *
   * @param request a copy of the application's request
   * @param rests requests the rest; null if the body is not to be resumed
   */
  ResumableBody(
      HttpOutcome<T> outcome,
      Call call,
      StreamPlan plan,
      CopiedRequest request,
      ResumedBody rests) {
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

  /** Returns the application's request as it was when its response arrived. */
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

  /** Returns whether the application cancelled the call, maybe before the head arrived. */
  boolean isCancelled() {
    return outcome.future.isCancelled();
  }

  /** Returns whether that exchange is the one that follows the latest cut. */
  boolean isSource(ResumedBody.Source source) {
    return rest == source;
  }

  /** Returns whether the application waits for the bytes of that exchange. */
  boolean comesFrom(ResumedBody.Source source) {
    return rest == source && !isCancelled() && !application.isEnded();
  }

  /** Notes that the body is not resumed any more, and forgets the client. */
  void forgetClient() {
    rests = null;
  }

  // Called by the body's sources.

  /** Called when a source has used up its capacity. */
  void updateCapacity(CapacityChannel channel) throws IOException {
    delivery.updateCapacity(channel);
  }

  /**
   * Takes bytes of a source.
   *
   * @return whether to go on reading that source; if not, {@link #leave} follows
   */
  boolean take(ByteBuffer bytes) throws IOException {
    return delivery.deliver(bytes);
  }

  /**
   * Leaves the application's own exchange, whose bytes have shown that it is of no use any more.
   */
  void leaveFirst() {
    moveOn(true);
    leave();
  }

  /** Leaves the present source, whose bytes have shown that it is of no use any more. */
  void leave() {
    if (plan.next() == Next.RESTART) {
      sourceEnded(null);
    } else {
      giveUp(null);
    }
  }

  /** Called when the source has come to its end, which need not be the body's. */
  void sourceEnded(List<? extends Header> trailers) {
    if (!goesOnAfterEnd(true)) {
      giveUp(trailers);
    }
  }

  /** Called when the source of the bytes has broken off. */
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
   * Returns whether another source follows one that has come to its end, and begins it.
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

  /** Returns whether another source follows one that has broken off, and begins it. */
  boolean goesOnAfter(Exception cut) {
    if (isUnwanted()) {
      return false;
    }
    latestCut = cut;
    // The plan is asked first, because it must know that the end is no orderly one.
    return plan.goesOnAfterCut()
        && Apache5Failures.classifyCut(cut) != Failure.OTHER
        && resumes(cut, true);
  }

  /** Returns whether the application wants nothing more, so that the plan is not asked. */
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
    ResumedBody asked = rests;
    ResumedBody.Source next = null;
    try {
      if (asked == null) {
        return false;
      }
      next = asked.after(cut, this);
      rest = next;
      moveOn(isBroken);
      next.begin();
      if (isCancelled()) {
        cancel(); // Another thread cancelled the call and did not see the exchange.
      }
      return true;
    } catch (Throwable fault) {
      if (fault == outcome.applications()) {
        throw Exceptions.sneakyThrow(fault);
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

  /** Ends the body, because it is not resumed. */
  void giveUp(List<? extends Header> trailers) {
    if (isCancelled()) {
      failAsCancelled();
    } else if (end.begins()) {
      rests = null;
      end.tell(latestCut, trailers);
    }
  }

  /** Ends the body with that failure, because the application has closed the client. */
  void stop(Exception thrown) {
    if (isCancelled()) {
      failAsCancelled();
    } else if (end.begins()) {
      rests = null;
      end.fail(thrown);
    }
  }

  /** Returns what the application's callback threw, or null. */
  Throwable applications() {
    return outcome.applications();
  }

  /**
   * Ends the body after an internal fault in what should follow, with the outcome of its sources.
   * What the application's code threw is rethrown.
   */
  void endAfterFault(Throwable fault) {
    if (application.threw || application.thrownAtEnd == fault || fault == outcome.applications()) {
      throw Exceptions.sneakyThrow(fault);
    }
    rests = null;
    plan.breakOff(fault);
    ResumedBody.Source now = rest;
    rest = null;
    try {
      if (now != null) {
        now.abort();
      }
    } finally {
      end.tellAfterFault(isCancelled() ? new CancelledException() : latestCut);
    }
  }

  // Called for the application.

  /**
   * Cancels the body as the client cancels an exchange: ends what is under way and then reports it.
   * Does nothing as long as the application's own exchange is the source.
   */
  void cancel() {
    if (movedOn) {
      ResumedBody.Source now = rest;
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
