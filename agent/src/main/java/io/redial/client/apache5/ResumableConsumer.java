package io.redial.client.apache5;

import io.redial.call.Call;
import io.redial.call.Exceptions;
import io.redial.call.GuardedPlan;
import io.redial.policy.Failure;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlans;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Takes the application's own response, which is the first source of a {@link ResumableBody}.
 *
 * <p>Clients report a cut to the consumer first and to the callback of their future last. They
 * release the consumer before, in between or after that. So a release is held back until the body
 * is complete or a failure follows.
 */
final class ResumableConsumer<T> extends BodyConsumer<T> {
  private final DeliveredBody<T> delivery;
  private final ResumableBody<T> body;
  private final ApplicationConsumer<T> application;
  private final AttemptEnd<T> attempt;

  private ResumableConsumer(ResumableBody<T> body, AttemptEnd<T> attempt) {
    this.body = body;
    this.delivery = body.delivery;
    this.application = delivery.application;
    this.attempt = attempt;
  }

  /**
   * Returns a consumer for a response that the application gets, or null if its body cannot be
   * continued.
   *
   * @param request a copy of the application's request
   * @param redirects those that the client has followed to the response
   * @param rests requests the rest; null for a body that is not to be resumed, and of which the
   *     application must not see what Redial has asked for
   * @param attempt is notified of its end if the client is not
   */
  static <T> ResumableConsumer<T> of(
      HttpOutcome<T> outcome,
      Call call,
      CopiedRequest request,
      HttpResponse response,
      EntityDetails entity,
      Redirects redirects,
      ResumedBody rests,
      AttemptEnd<T> attempt) {
    Apache5Request described = new Apache5Request(request, null);
    StreamPlan plan =
        StreamPlans.of(
            call.policy().resume(),
            described,
            response.getCode(),
            Apache5Headers.of(response, entity),
            entity.getContentLength(),
            Clock.SYSTEM);
    if (plan == null) {
      return null;
    }
    plan.comesFrom(redirects.uri(described));
    return new ResumableConsumer<>(
        new ResumableBody<>(outcome, call, plan, request, rests), attempt);
  }

  @Override
  public void consumeResponse(
      HttpResponse response, EntityDetails entity, HttpContext context, FutureCallback<T> callback)
      throws HttpException, IOException {
    BodyResult<T> made = new BodyResult<>(attempt, callback);
    body.result = made;
    application.tell(
        () -> {
          AsyncResponseConsumer<T> entered = application.enter();
          headTold = true;
          entered.consumeResponse(response, entity, context, made);
        });
  }

  @Override
  public void informationResponse(HttpResponse response, HttpContext context)
      throws HttpException, IOException {
    application.consumer.informationResponse(response, context);
  }

  @Override
  public void updateCapacity(CapacityChannel channel) throws IOException {
    delivery.updateCapacity(channel);
  }

  @Override
  public void consume(ByteBuffer bytes) throws IOException {
    if (!body.hasMovedOn()) {
      if (delivery.deliver(bytes)) {
        return;
      }
      body.leaveFirst();
    }
    throw new GivenUpException();
  }

  @Override
  public void streamEnd(List<? extends Header> trailers) throws HttpException, IOException {
    if (body.hasMovedOn() || body.goesOnAfterEnd(false)) {
      return;
    }
    body.forgetClient();
    delivery.deliverRemainder();
    if (!body.isUnwanted() && body.plan.endOf(null) != null) {
      throw GuardedPlan.failure();
    }
    application.complete(trailers);
  }

  @Override
  public void failed(Exception cause) {
    if (body.hasMovedOn() || body.goesOnAfter(cause)) {
      return;
    }
    body.forgetClient();
    deliverRemainder();
    application.passFailure(cause);
  }

  private void deliverRemainder() {
    try {
      delivery.deliverRemainder();
    } catch (IOException | RuntimeException applications) {
      // The outcome is the cut, which came first.
    }
  }

  @Override
  public void releaseResources() {
    if (body.hasMovedOn()) {
      return;
    }
    BodyResult<T> made = body.result;
    if (body.isCancelled()
        || application.isEnded()
        || application.threw()
        || (made != null && made.isKnown())) {
      application.release();
    } else {
      application.holdRelease();
    }
  }

  @Override
  boolean leavesToClient(Throwable fault) {
    if (application.threw || application.thrownAtEnd == fault || fault == body.applications()) {
      throw Exceptions.sneakyThrow(fault);
    }
    if (body.movedOn) {
      body.endAfterFault(fault);
      return false;
    }
    body.plan.breakOff(fault);
    return true;
  }

  @Override
  void clientFailedAfterFault() {
    body.result.outlivesClient();
  }

  @Override
  void deliverRest(Throwable fault, ByteBuffer bytes, int start) throws IOException {
    ByteBuffer all = bytes.duplicate();
    all.position(start);
    ByteBuffer rest = delivery.rest(fault, all).duplicate(); // Both may be the same buffer.
    bytes.position(bytes.limit());
    if (body.plan.isIncomplete()) {
      throw GuardedPlan.failure();
    }
    if (rest.hasRemaining()) {
      application.consumer.consume(rest);
    }
  }

  @Override
  void completeAfterFault(Throwable fault, List<? extends Header> trailers)
      throws HttpException, IOException {
    if (!application.isComplete()) {
      ByteBuffer nothing = ByteBuffer.allocate(0);
      deliverRest(fault, nothing, 0);
      application.consumer.streamEnd(trailers);
    }
  }

  @Override
  void failAfterFault(Throwable fault, Exception cause) {
    try {
      deliverRest(fault, ByteBuffer.allocate(0), 0);
    } catch (IOException | RuntimeException ignored) {
      // The outcome is the cut, which came first.
    }
    if (!application.knowsFailure()) {
      application.consumer.failed(cause);
    }
    if (application.isReleaseHeld()) {
      application.release();
    }
  }

  @Override
  void releaseAfterFault() {
    application.release();
  }

  /**
   * Called when the client has reported a failure to its future, which is all that some clients
   * report of a cut. Returns whether the call does not end with that failure.
   */
  @Override
  boolean holdsBackFailure(Exception cause) {
    BodyResult<T> made = body.result;
    if (made != null && !body.hasMovedOn() && !made.isKnown()) {
      // Noted before the rest begins, which may fail on another thread.
      body.end.noteFutureOnly();
      made.endClient();
      if (body.goesOnAfter(cause)) {
        return true;
      }
      deliverRemainder();
    }
    boolean goesOn = made != null && made.outlivesClient();
    if (!goesOn) {
      application.releaseHeld();
    }
    return goesOn;
  }

  @Override
  void releaseHeld() {
    application.releaseHeld();
  }

  @Override
  boolean standsFor(Exception failure) {
    return body.hasMovedOn()
        || (body.mayGoOn() && Apache5Failures.classifyCut(failure) != Failure.OTHER);
  }

  @Override
  void cancel() {
    body.cancel();
  }
}
