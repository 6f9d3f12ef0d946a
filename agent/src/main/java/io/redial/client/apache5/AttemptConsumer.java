package io.redial.client.apache5;

import io.redial.call.Call;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * The consumer of one attempt. It gets a response before any of it reaches the application's
 * consumer (rule 1.3). Once the head has arrived, either the application's consumer gets everything
 * or the body is kept (rule 8).
 */
final class AttemptConsumer<T> extends ResponseSignals<T> {
  private final AsyncHttpExchange<T> exchange;
  private final AsyncAttempt<T> attempt;

  /** What was kept of the given-up response, or null. */
  volatile KeptResponse kept;

  /** A response that arrived too late and must be read nevertheless, or null. */
  private LateResponse late;

  /** Keeps or discards the body of a given-up response. */
  private final GivenUpBody givenUp;

  AttemptConsumer(
      AsyncHttpExchange<T> exchange,
      AsyncAttempt<T> attempt,
      AsyncResponseConsumer<T> applications) {
    super(applications);
    this.exchange = exchange;
    this.attempt = attempt;
    this.givenUp =
        new GivenUpBody(
            attempt.call(),
            attempt::drop,
            exchange::fence,
            exchange::isAlone,
            exchange.releasesEarly);
  }

  @Override
  public void informationResponse(HttpResponse response, HttpContext context)
      throws HttpException, IOException {
    if (!attempt.ended) {
      applications.informationResponse(response, context);
    }
  }

  @Override
  boolean takeHead(
      HttpResponse response,
      EntityDetails entity,
      HttpContext context,
      FutureCallback<Object> callback)
      throws IOException {
    if (!attempt.arrive()) {
      if (attempt.isAbandoned()) {
        leaveToApplication();
      } else {
        takeLate(response);
      }
      return false;
    }
    // Once committed, only the client itself sends the request again, when the body has broken off.
    if (committed == null && exchange.decide(attempt, response).retries()) {
      int most = attempt.call().policy().drainBytes();
      kept = new KeptResponse(response, entity, context, most);
      return givenUp.begin(kept, entity, callback);
    }
    held =
        committed != null
            ? null
            : HeldResponse.of(attempt, attempt.redirects(), response, entity, context, callback);
    if (held != null) {
      Call call = attempt.call();
      attempt.timeout.goOn(call.timer(), call.attemptNanosLeft(), attempt::stop);
    } else {
      commit(response, entity);
    }
    return false;
  }

  /**
   * Handles a head that came too late: ends the exchange, but no connection that other calls may
   * share.
   */
  private void takeLate(HttpResponse response) throws GivenUpException {
    try {
      if (attempt.exchangeEnd.stream == null && !exchange.isAlone(response)) {
        late = new LateResponse(attempt.call());
        return;
      }
    } catch (Throwable fault) {
      givenUp.tell(fault);
    }
    throw new GivenUpException();
  }

  /** Leaves the response to the application, so that no attempt follows. */
  private void commit(HttpResponse response, EntityDetails entity) {
    if (resumable != null) {
      resumable.releaseHeld();
    }
    AsyncResponseConsumer<T> latest = exchange.commit();
    resumable = exchange.resumable(attempt, response, entity);
    committed = resumable != null ? resumable : latest;
  }

  @Override
  void takeBegun(HeldResponse begun) throws IOException {
    if (attempt.arrive()) {
      commit(begun.response, begun.entity);
    } else if (attempt.isAbandoned()) {
      leaveToApplication();
    } else {
      throw new GivenUpException();
    }
  }

  @Override
  void despite(Throwable fault) {
    givenUp.stop();
    attempt.giveUp(false);
    kept = null;
    held = null;
    resumable = null;
    committed = applications;
    exchange.committed = true;
    givenUp.tell(fault);
    try {
      attempt.surrendered();
      exchange.commit();
    } catch (Throwable another) {
      // The copy of the request is released when the call ends.
    }
  }

  /**
   * Lets the application's consumer get what arrives, because the application cancelled the call
   * before the head arrived.
   */
  void leaveToApplication() {
    committed = exchange.leaveToApplication();
  }

  @Override
  void keep(ByteBuffer bytes) throws IOException {
    if (late != null) {
      late.read(bytes);
    } else {
      givenUp.keep(bytes);
    }
  }

  @Override
  void lose(Throwable fault) {
    KeptResponse response = kept;
    if (response != null) {
      response.body.broken = true;
    }
    givenUp.tell(fault);
  }

  @Override
  void endKept(List<? extends Header> trailers) throws IOException {
    if (kept != null) {
      givenUp.end(trailers);
    }
  }

  @Override
  void endLost() throws IOException {
    if (kept != null) {
      givenUp.endAfterFault();
    }
  }

  @Override
  public void failed(Exception cause) {
    BodyConsumer<T> body = resumable;
    if (body != null) {
      try {
        body.failed(cause);
      } catch (Throwable fault) {
        if (leavesOut(body, fault)) {
          body.failAfterFault(fault, cause);
        }
      }
    } else if (committed != null) {
      boolean late = false;
      if (complete) {
        try { // The client cancels an exchange that ended before the client watched it.
          late = Apache5Failures.meansCancelled(cause);
        } catch (Throwable fault) {
          givenUp.tell(fault);
        }
      }
      if (!late) {
        committed.failed(cause);
      }
    } else if (kept == null) {
      exchange.toldFailure = attempt;
    }
  }

  private boolean leavesOut(BodyConsumer<T> body, Throwable fault) {
    try {
      leaveOut(body, fault);
      return true;
    } catch (GivenUpException ended) {
      return false;
    }
  }

  /** Returns whether the attempt ends with its resumed body instead of with this failure. */
  boolean holdsBackFailure(Exception cause) {
    BodyConsumer<T> body = resumable;
    if (body == null) {
      return false;
    }
    try {
      return body.holdsBackFailure(cause);
    } catch (Throwable fault) {
      boolean leaves = leavesOut(body, fault);
      if (leaves) {
        body.releaseAfterFault();
      } else {
        body.clientFailedAfterFault();
      }
      return !leaves;
    }
  }

  /**
   * Returns whether the body may be resumed after that failure, so that the client must not send
   * the request again.
   */
  boolean standsFor(Exception failure) {
    BodyConsumer<T> body = resumable;
    return body != null && body.standsFor(failure);
  }

  /** Stops resuming the body, because the application cancelled the call. */
  void cancelBody() {
    BodyConsumer<T> body = resumable;
    if (body != null) {
      try {
        body.cancel();
      } catch (Throwable fault) {
        leavesOut(body, fault);
      }
    }
  }

  @Override
  public void releaseResources() {
    BodyConsumer<T> body = resumable;
    if (body != null) {
      try {
        body.releaseResources();
      } catch (Throwable fault) {
        if (leavesOut(body, fault)) {
          body.releaseAfterFault();
        }
      }
    } else if (committed == null) {
      try {
        attempt.released();
      } catch (Throwable thrown) {
        attempt.releasedAfterFault(thrown);
      }
    } else if (exchange.consumerReleased.compareAndSet(false, true)) {
      committed.releaseResources();
    }
  }
}
