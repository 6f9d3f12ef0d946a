package io.redial.client.apache5;

import io.redial.body.ResponseClock;
import io.redial.call.AttemptTimeout.State;
import io.redial.call.FirstByte;
import io.redial.kernel.BodyDecisions;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.Handler;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ResponseSignals;
import io.redial.kernel.Resumer;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * The consumer of one attempt. It gets a response before any of it reaches the application's
 * consumer (rule 1.3). Once the head has arrived, either the application's consumer gets everything
 * directly, or a {@link PushedBody} does.
 *
 * <p>After an {@code Error} the client shuts down all of its connections. So what the client's
 * signals need beside the kernel runs within a {@link FaultBoundary}, or is in these methods
 * themselves.
 */
final class AttemptConsumer<T>
    implements AsyncResponseConsumer<Object>, BodyDecisions<AsyncResponseConsumer<T>> {
  private static final String WHERE = "HttpClient 5 response";

  /** How long a response that nobody wants is read. */
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** What becomes of a response. */
  private enum Course {
    /** The application's consumer gets it directly. */
    DIRECT,
    /** The application's consumer gets it through {@link AttemptConsumer#body}. */
    OFFERED,
    /** Nobody gets it for now. */
    KEPT,
    /** Nobody gets it, and it is complete. */
    WHOLE,
    /** Its exchange is ended. */
    STOPPED
  }

  private final AsyncAttempt<T> attempt;

  /** The application's consumer if it gets the client's signals as they are; otherwise null. */
  private volatile AsyncResponseConsumer<T> direct;

  /** What gets them instead; null if they are of no use to anybody. */
  volatile ResponseSignals<CapacityChannel> signals;

  /** The body that the application gets, if it does not get it directly; otherwise null. */
  volatile PushedBody<AsyncResponseConsumer<T>, CapacityChannel, T> body;

  /** The response that is given up on, or null. */
  volatile DrainedResponse<T> drained;

  /** The response that is held back for the first byte of its body, or was; or null. */
  private volatile HttpResponse held;

  private volatile EntityDetails heldEntity;

  /** Whether the time ran out before its first byte. */
  private volatile boolean isTooLate;

  /** What the application's consumer makes of {@link #body}. */
  private FutureCallback<T> result;

  private FutureCallback<Object> client;

  /** Whether what arrives is read although nobody wants it, see {@link #readOn}. */
  private boolean readsOn;

  /** Whether that has taken too long. */
  private volatile boolean isTooLong;

  private volatile boolean isDropped;

  /** Whether the application's consumer has all of the response. */
  private volatile boolean complete;

  AttemptConsumer(AsyncAttempt<T> attempt) {
    this.attempt = attempt;
  }

  @Override
  public void informationResponse(HttpResponse response, HttpContext context)
      throws HttpException, IOException {
    if (!attempt.end.isOver()) {
      attempt.exchange.outcome.consumer.informationResponse(response, context);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // The client's callback takes whatever the consumer makes.
  public void consumeResponse(
      HttpResponse response,
      EntityDetails entity,
      HttpContext context,
      FutureCallback<Object> callback)
      throws HttpException, IOException {
    client = callback;
    Course course =
        FaultBoundary.ask(attempt.call, WHERE, () -> course(response, entity, context), null);
    if (course == null && attempt.timeout.get() == State.EXPIRED) {
      course = Course.STOPPED; // The next attempt may have its response by now.
    } else if (course == null) {
      signals = null;
      body = null;
      drained = null;
      attempt.exchange.outcome.committed = true;
      attempt.giveUp(false);
      FaultBoundary.run(attempt.call, WHERE, attempt::withdraw);
      FaultBoundary.run(attempt.call, WHERE, attempt.exchange.outcome::commit);
      course = Course.DIRECT;
    }
    if (course == Course.OFFERED) {
      PushedBody<AsyncResponseConsumer<T>, CapacityChannel, T> offered = body;
      try {
        attempt.exchange.outcome.consumer.consumeResponse(response, entity, context, result);
      } catch (Throwable thrown) { // The client tells the consumer of its own exception.
        direct = attempt.exchange.outcome.consumer;
        signals = null;
        body = null;
        attempt.exchange.outcome.consumerReleased = 0;
        throw thrown;
      }
      offered.returned();
    } else if (course == Course.DIRECT) {
      AsyncResponseConsumer<T> passed = attempt.exchange.outcome.consumer;
      direct = passed;
      passed.consumeResponse(response, entity, context, (FutureCallback<T>) (Object) callback);
    } else if (course == Course.WHOLE) {
      callback.completed(null);
    } else if (course == Course.STOPPED) {
      throw FaultBoundary.ask(attempt.call, WHERE, GivenUpException::new, GivenUpException.SPARE);
    }
  }

  private Course course(HttpResponse response, EntityDetails entity, HttpContext context) {
    signals = null;
    body = null;
    if (!attempt.arrive()) {
      return late(response);
    }
    // Once committed, only the client itself sends the request again, when the body has broken off.
    if (!attempt.exchange.outcome.committed
        && attempt
            .head(response.getCode(), new Apache5Headers(response), attempt.redirects().followed())
            .retries()) {
      return drain(response, entity, context);
    }
    if (!attempt.exchange.outcome.committed && entity != null && isHeld(response, entity)) {
      hold(response, entity, context);
      return Course.KEPT;
    }
    StreamPlan plan = attempt.exchange.plan(attempt, response, entity);
    if (plan == null) {
      attempt.exchange.outcome.commit();
      return Course.DIRECT;
    }
    PushedBody<AsyncResponseConsumer<T>, CapacityChannel, T> made = ResponseBody.of(attempt.call);
    Resumer resumer = attempt.exchange.resumer(attempt, plan, made);
    result = AsyncHttpExchange.resultOf(attempt);
    signals = made.offer(attempt.exchange.outcome.consumer, resumer);
    signals.endsBy(this::drop);
    attempt.exchange.outcome.commitToBody();
    direct = null;
    take(made);
    return Course.OFFERED;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // What depends on it is in the kernel.
  private void hold(HttpResponse response, EntityDetails entity, HttpContext context) {
    held = response;
    heldEntity = entity;
    PushedBody<AsyncResponseConsumer<T>, CapacityChannel, T> made = ResponseBody.of(attempt.call);
    Handler<HttpResponse, AsyncResponseConsumer<T>> handler =
        Handler.to(
            attempt.exchange.outcome.consumer,
            AsyncResponseConsumer::consumeResponse,
            entity,
            context,
            AsyncHttpExchange.resultOf(attempt));
    signals = made.hold(true, this, handler, response);
    signals.endsBy(this::drop);
    made.taken();
    made.clientResult().thenRun(made::returned);
    take(made);
    ResponseClock.holds(attempt.call, made, () -> expire(made));
  }

  private void expire(PushedBody<?, ?, ?> expired) {
    if (expired == body) { // Otherwise, the client itself has sent the request again.
      isTooLate = true;
      expired.expire(Apache5Failures.timedOut());
    }
  }

  @Override
  public boolean endsAttempt(Throwable cut) {
    return FirstByte.endsAttempt(
        attempt, Apache5Failures.classifyCut(cut), attempt.redirects().followed());
  }

  @Override
  public void asking() {
    attempt.exchange.outcome.commitToBody();
  }

  @Override
  public Resumer offered(AsyncResponseConsumer<T> consumer) {
    StreamPlan plan = attempt.exchange.plan(attempt, held, heldEntity);
    return plan == null ? null : attempt.exchange.resumer(attempt, plan, body);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The attempt reports its own faults.
  private void take(PushedBody<AsyncResponseConsumer<T>, CapacityChannel, T> made) {
    body = made;
    made.result().whenComplete(attempt::bodyEnded);
  }

  /**
   * Handles a head that came too late: ends the exchange, but no connection that other calls may
   * share.
   */
  private Course late(HttpResponse response) {
    if (attempt.abandoned) {
      leaveToApplication();
      return Course.DIRECT;
    }
    if (attempt.carried.runtime != null || attempt.exchange.isAlone(response)) {
      return Course.STOPPED;
    }
    readOn();
    return Course.KEPT;
  }

  /**
   * Has the rest of a response over HTTP/2 that nobody wants read and discarded, for a limited
   * time: ending its exchange would end a connection that other calls may share in some versions
   * (rule 1.5).
   */
  @SuppressWarnings("FutureReturnValueIgnored") // The task is quick, and harmless if it runs late.
  private void readOn() {
    attempt.call.timer().limit(LONGEST_NANOS, () -> isTooLong = true);
    readsOn = true;
  }

  private Course drain(HttpResponse response, EntityDetails entity, HttpContext context) {
    DrainedResponse<T> given =
        new DrainedResponse<>(
            attempt.call,
            response,
            entity,
            context,
            attempt.exchange.isAlone(),
            attempt.exchange.releasesEarly());
    drained = given;
    signals = given.drain(this::drop);
    // Last, because the application cannot use a response whose request was cut off.
    attempt.exchange.outcome.body.fence();
    return given.dropsNow() ? Course.STOPPED : entity == null ? Course.WHOLE : Course.KEPT;
  }

  private boolean isHeld(HttpResponse response, EntityDetails entity) {
    return attempt.call.policy().commitsAtFirstByte()
        && FirstByte.isAwaited(
            attempt, response.getCode(), entity.getContentLength(), attempt.redirects().followed());
  }

  /** Ends the exchange, unless the response has gone to the application after a fault. */
  private void drop() {
    isDropped = true;
    if (signals != null) {
      attempt.drop();
    }
  }

  /**
   * Lets the application's consumer get what arrives, because the application cancelled the call
   * before the head arrived.
   */
  void leaveToApplication() {
    direct = attempt.exchange.outcome.leaveToApplication();
  }

  @Override
  public void updateCapacity(CapacityChannel channel) throws IOException {
    AsyncResponseConsumer<T> passed = direct;
    ResponseSignals<CapacityChannel> current = signals;
    if (passed != null) {
      passed.updateCapacity(channel);
      return;
    }
    boolean isPaced = current != null && drained == null && current.begins(channel);
    if (!isPaced) {
      channel.update(Integer.MAX_VALUE); // An HTTP/2 stream must be able to reach its end.
    }
  }

  @Override
  public void consume(ByteBuffer bytes) throws IOException {
    AsyncResponseConsumer<T> passed = direct;
    ResponseSignals<CapacityChannel> current = signals;
    if (passed != null) {
      passed.consume(bytes);
      return;
    }
    if (current == null || !current.bytes(bytes)) {
      bytes.position(bytes.limit());
      GivenUpException stop = FaultBoundary.ask(attempt.call, WHERE, this::stop, null);
      if (stop != null) {
        throw stop;
      }
    }
  }

  /** Returns what ends the exchange; null to read on although nobody wants the response. */
  private GivenUpException stop() {
    if (!readsOn && drained != null && !attempt.exchange.isAlone()) {
      readOn();
    }
    return readsOn && !isTooLong ? null : new GivenUpException();
  }

  @Override
  public void streamEnd(List<? extends Header> trailers) throws HttpException, IOException {
    AsyncResponseConsumer<T> passed = direct;
    ResponseSignals<CapacityChannel> current = signals;
    if (passed != null) {
      complete = true; // Before the consumer tells the future, upon which the client may cancel.
      try {
        passed.streamEnd(trailers);
      } catch (Throwable original) {
        complete = false;
        throw original;
      }
      return;
    }
    if (current != null) {
      current.end(trailers);
    }
    GivenUpException stop = FaultBoundary.ask(attempt.call, WHERE, this::stopAtEnd, null);
    if (stop != null) {
      throw stop;
    }
    client.completed(null);
  }

  private GivenUpException stopAtEnd() {
    DrainedResponse<T> given = drained;
    return given != null && given.dropsAtEnd() ? new GivenUpException() : null;
  }

  @Override
  public void failed(Exception cause) {
    AsyncResponseConsumer<T> passed = direct;
    ResponseSignals<CapacityChannel> current = signals;
    if (passed != null) {
      // The client cancels an exchange that ended before the client watched it.
      if (!complete
          || !FaultBoundary.ask(
              attempt.call, WHERE, () -> Apache5Failures.meansCancelled(cause), false)) {
        passed.failed(cause);
      }
      return;
    }
    if (drained == null) {
      // Counts if the application has not got the response.
      attempt.exchange.outcome.notifiedFailure = attempt;
    }
    if (current != null) {
      current.failed(cause);
    }
  }

  @Override
  public void releaseResources() {
    AsyncResponseConsumer<T> passed = direct;
    if (passed == null) {
      ResponseSignals<CapacityChannel> current = signals;
      if (current != null) {
        current.released();
      }
      attempt.end.released(drained);
    } else if (CallOutcome.CONSUMER_RELEASED.compareAndSet(attempt.exchange.outcome, 0, 1)) {
      passed.releaseResources();
    }
  }

  /** Returns whether the application's consumer has got a response, or is getting one. */
  boolean isSeen() {
    PushedBody<?, ?, ?> begun = body;
    return begun != null && !begun.isUnseen();
  }

  /** Returns whether a response waits for its first byte, or has failed before. */
  boolean awaitsFirstByte() {
    PushedBody<?, ?, ?> begun = body;
    return begun != null && begun.isUnseen();
  }

  /** Returns whether no first byte came in time. */
  boolean isExpired() {
    PushedBody<?, ?, ?> begun = body;
    return isTooLate && begun != null && begun.clientResult().isCompletedExceptionally();
  }

  /**
   * Returns whether the body may be resumed after that failure, so that the client must not send
   * the request again.
   */
  boolean covers(Exception failure) {
    return isSeen()
        && attempt.isResumable
        && (isDropped || Apache5Failures.classifyCut(failure) != Failure.OTHER);
  }

  /** Stops resuming the body, because the application cancelled the call. */
  void cancelBody() {
    PushedBody<?, ?, ?> begun = body;
    if (begun != null) {
      begun.stop(new InterruptedIOException()); // Which the client tells the consumer.
    }
  }
}
