package io.redial.client.apache5;

import io.redial.call.Call;
import io.redial.call.Resumptions;
import io.redial.call.Rethrow;
import io.redial.policy.Failure;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlans;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * A download that goes on when its connection breaks (rule 10.2). It stands between the client and
 * the application's consumer, which sees one body: no byte twice, none missing. The bytes come from
 * one exchange after the other; the first one is the application's.
 *
 * <p>Clients report a cut to the consumer first and to the callback of their future last, and
 * release the consumer before, in between or after that. So a release is held back until the body
 * is complete or a failure follows.
 */
final class ResumableConsumer<T> implements AsyncResponseConsumer<T> {
  final Call call;
  final StreamPlan plan;
  final Resumptions resumptions;

  private final HttpOutcome<T> outcome;
  private final CopiedRequest request;
  private final BiConsumer<T, Exception> attempt;
  private final ApplicationConsumer<T> application;
  private final RelayedCapacity capacity = new RelayedCapacity();
  private volatile BodyResult<T> result;

  /** Null at the end, because it knows the client, and the application may keep this. */
  private volatile RestOfBody rests;

  /** What the bytes come from, or will; null before the first cut. */
  private volatile RestOfBody.Source rest;

  /** Whether the client told its future of the cut, and not the consumer. */
  private volatile boolean futureOnly;

  private ResumableConsumer(
      HttpOutcome<T> outcome,
      Call call,
      StreamPlan plan,
      CopiedRequest request,
      RestOfBody rests,
      BiConsumer<T, Exception> attempt) {
    this.call = call;
    this.plan = plan;
    this.resumptions = new Resumptions(call, plan);
    this.outcome = outcome;
    this.request = request;
    this.rests = rests;
    this.attempt = attempt;
    this.application = new ApplicationConsumer<>(outcome);
  }

  /**
   * Takes a response that the application gets.
   *
   * @param request a copy of the application's
   * @param attempt is told its end if the client is not
   * @return null if its body cannot be continued
   */
  static <T> ResumableConsumer<T> of(
      HttpOutcome<T> outcome,
      Call call,
      CopiedRequest request,
      HttpResponse response,
      EntityDetails entity,
      RestOfBody rests,
      BiConsumer<T, Exception> attempt) {
    StreamPlan plan =
        StreamPlans.of(
            call.policy().resume(),
            new Apache5Request(request, null),
            response.getCode(),
            new Apache5Headers(response),
            entity.getContentLength(),
            Clock.SYSTEM);
    return plan == null
        ? null
        : new ResumableConsumer<>(outcome, call, plan, request, rests, attempt);
  }

  /** The application's request as it was when its response arrived. */
  CopiedRequest request() {
    return request;
  }

  HttpOutcome<T> outcome() {
    return outcome;
  }

  /** Whether that exchange is the one that follows the latest cut. */
  boolean isSource(RestOfBody.Source source) {
    return rest == source;
  }

  /** Whether the application waits for what that exchange brings. */
  boolean comesFrom(RestOfBody.Source source) {
    return rest == source && !isCancelled() && !application.isEnded();
  }

  /** Whether the application cancelled the call, maybe before the head arrived. */
  private boolean isCancelled() {
    return outcome.future.isCancelled();
  }

  // From the client.

  @Override
  public void consumeResponse(
      HttpResponse response, EntityDetails entity, HttpContext context, FutureCallback<T> callback)
      throws HttpException, IOException {
    BodyResult<T> made = new BodyResult<>(attempt, callback);
    result = made;
    application.tell(() -> application.consumer.consumeResponse(response, entity, context, made));
  }

  @Override
  public void informationResponse(HttpResponse response, HttpContext context)
      throws HttpException, IOException {
    application.consumer.informationResponse(response, context);
  }

  @Override
  public void updateCapacity(CapacityChannel channel) throws IOException {
    application.tell(() -> capacity.updateFrom(channel, application.consumer));
  }

  @Override
  public void consume(ByteBuffer bytes) throws IOException {
    capacity.use(bytes.remaining());
    ByteBuffer seen = plan.take(bytes);
    application.tell(() -> application.consumer.consume(seen));
  }

  @Override
  public void streamEnd(List<? extends Header> trailers) throws HttpException, IOException {
    rests = null;
    application.complete(trailers);
  }

  @Override
  public void failed(Exception cause) {
    if (rest == null && !resumes(cause)) {
      rests = null;
      application.passFailure(cause);
    }
  }

  @Override
  public void releaseResources() {
    if (rest != null) {
      return;
    }
    BodyResult<T> made = result;
    if (isCancelled()
        || application.isEnded()
        || application.threw()
        || (made != null && made.isKnown())) {
      application.release();
    } else {
      application.holdRelease();
    }
  }

  /**
   * The client has reported a failure to its future, which is all that some clients report of a
   * cut; whether that is not the end of the call.
   */
  boolean holdsBackFailure(Exception cause) {
    BodyResult<T> made = result;
    if (made != null && rest == null && !made.isKnown()) {
      // Before the rest begins, which may fail on another thread.
      futureOnly = true;
      made.endClient();
      if (resumes(cause)) {
        return true;
      }
    }
    boolean goesOn = made != null && made.outlivesClient();
    if (!goesOn) {
      application.releaseHeld();
    }
    return goesOn;
  }

  /** The client itself sends the request again. */
  void releaseHeld() {
    application.releaseHeld();
  }

  // From what continues it.

  /** The source of the bytes has broken off. */
  void cut(Exception cut) {
    if (!resumes(cut)) {
      fail(cut);
    }
  }

  private boolean resumes(Exception cut) {
    RestOfBody asked = rests;
    RestOfBody.Source next = null;
    try {
      if (asked == null
          || isCancelled()
          || application.threw()
          || application.isEnded()
          || Apache5Failures.classify(cut) == Failure.OTHER
          || !plan.goesOnAfterCut()) {
        return false;
      }
      next = asked.after(cut, this);
      rest = next;
      result.detach();
      capacity.leave();
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
      fail(cut);
      return true;
    }
  }

  /**
   * An exchange has brought all of what it announced, and a server may send less than asked for.
   */
  void partEnded(Exception cut, List<? extends Header> trailers) throws HttpException, IOException {
    if (plan.goesOnAfterEnd()) {
      cut(cut);
    } else {
      complete(trailers);
    }
  }

  /** Nothing is missing. */
  void complete(List<? extends Header> trailers) throws HttpException, IOException {
    rests = null;
    application.complete(trailers);
    application.release();
  }

  /** It does not go on. */
  void fail(Exception thrown) {
    fail(futureOnly && !isCancelled() ? null : thrown, thrown);
  }

  private void fail(Exception told, Exception outcome) {
    rests = null;
    application.fail(told, () -> result.failed(outcome));
  }

  // From the application.

  /** As the client does, and then reports. */
  void cancel() {
    RestOfBody.Source now = rest;
    if (now != null) {
      now.abort();
      fail(new InterruptedIOException(), new CancelledException());
    }
  }
}
