package io.redial.call;

import io.redial.kernel.FaultBoundary;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlans;
import java.io.IOException;
import java.util.concurrent.Future;

/**
 * What becomes of an attempt's response: it is given up on and drained, held back for the first
 * byte of its body, or made resumable. If something fails here, the application gets the response
 * that the attempt has noted last.
 */
final class PulledResponses<R> {
  private final PulledCall<R> exchange;
  private final PulledBody<R> bodies;
  private final Attempt attempt;
  private final Call call;

  private final int status;
  private final boolean redirected;

  /** The body whose first byte was awaited, or null. */
  private PrefetchedStream begun;

  PulledResponses(PulledCall<R> exchange, Attempt attempt, int status) {
    this.status = status;
    this.redirected = exchange.redirected(attempt);
    this.exchange = exchange;
    this.bodies = exchange.bodies();
    this.attempt = attempt;
    this.call = attempt.call();
  }

  /**
   * Returns the response, which may have been given up on, as the application is to get it.
   *
   * @throws IOException the attempt's failure if it ends before the first byte of the body
   */
  R receive(R response) throws Exception {
    if (attempt.givenUp()) {
      drain(response);
      return response;
    }
    return resumable(held(response));
  }

  private void drain(R response) {
    CallHistory history = call.history();
    history.drained = null; // That of the attempt before.
    attempt.unread(false);
    try {
      exchange.givesUp(attempt);
      history.drained = read(response);
    } finally {
      FaultBoundary.release(() -> endDrained(response), () -> bodies.abandon(response, attempt));
    }
  }

  /** Reads the body. How it breaks off does not matter, because it is discarded (rule 2.2). */
  private DrainedBody read(R response) {
    PulledBody.Source source = bodies.source(response);
    DrainedBody drained = new DrainedBody(source != null);
    int limit = call.policy().drainBytes();
    if (source != null && bodies.length(response) <= limit) {
      Future<?> timeout = call.onDrainTimeout(() -> bodies.disconnect(response, attempt));
      try {
        FaultBoundary.attempt(() -> drained.readFrom(source.open(), limit));
      } finally {
        timeout.cancel(false);
      }
    }
    return drained;
  }

  /** A body that was read to its end has given its connection back. */
  private void endDrained(R response) {
    DrainedBody drained = call.history().drained;
    if (drained == null || !drained.isComplete()) {
      bodies.drop(response, attempt);
    }
  }

  /** Waits for the first byte of a body that the application is to get, if rule 10.6 applies. */
  private R held(R response) throws IOException {
    if (!call.policy().commitsAtFirstByte()) {
      return response;
    }
    PulledBody.Source source = bodies.source(response);
    if (source == null
        || !FirstByte.isAwaited(attempt, status, bodies.length(response), redirected)) {
      return response;
    }
    begun = new PrefetchedStream(source, () -> bodies.disconnect(response, attempt));
    R held = bodies.with(response, begun, attempt); // It hands out the first byte.
    attempt.returned(held);
    IOException failure = failure(begun.begin(call));
    if (failure != null) {
      attempt.returned(null);
      attempt.failedWith(failure);
      FaultBoundary.release(
          () -> bodies.drop(response, attempt), () -> bodies.abandon(response, attempt));
      throw failure;
    }
    return held;
  }

  /** Returns what ends the attempt, or null if the application gets whatever was thrown. */
  private IOException failure(Throwable thrown) {
    if (begun.isExpired()) {
      return exchange.timedOut(attempt);
    }
    return thrown instanceof IOException
            && FirstByte.endsAttempt(attempt, exchange.classify(attempt, thrown), redirected)
        ? (IOException) thrown
        : null;
  }

  /** Makes the body of a response that the application gets resumable, if the options say so. */
  private R resumable(R response) throws Exception {
    if (call.policy().resume().isEmpty() || call.resumesBody() || exchange.sendsBody()) {
      return response;
    }
    PulledBody.Source source = bodies.source(response);
    StreamPlan plan =
        source == null
            ? null
            : StreamPlans.of(
                call.policy().resume(),
                call.request(),
                status,
                bodies.headers(response),
                bodies.length(response),
                Clock.SYSTEM);
    if (plan == null) {
      return response;
    }
    plan.comesFrom(exchange.uri(attempt));
    ResumeRequests<R> rest = exchange.rest(response, attempt);
    ResumableStream<R> body =
        new ResumableStream<>(call, plan, rest, begun != null ? begun : source.open());
    R resumable = bodies.with(response, body, attempt);
    attempt.returned(resumable);
    return resumable;
  }
}
