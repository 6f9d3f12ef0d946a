package io.redial.client.apache5;

import io.redial.call.Call;
import io.redial.call.Rethrow;
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
 * The consumer of one attempt. It sees a response before any of it reaches the application's
 * consumer (rule 1.3). Once the head has arrived, either the application's consumer gets everything
 * or the body is kept (rule 8).
 *
 * <p>After an {@code Error} the client shuts down all of its connections. So a fault of Redial's
 * goes no further than here, and what must still be done uses plain fields (rule 1.4).
 */
final class AttemptConsumer<T> implements AsyncResponseConsumer<Object> {
  private final AsyncHttpExchange<T> exchange;
  private final AsyncAttempt<T> attempt;
  private final AsyncResponseConsumer<T> applications;
  private volatile AsyncResponseConsumer<T> committed;

  /** The same if the body of the response may go on after a cut, or null. */
  private volatile ResumableConsumer<T> resumable;

  /** What was kept of the response that is given up on, or null. */
  volatile KeptResponse kept;

  /** The response that waits for the first byte of its body, or null. */
  private HeldResponse held;

  /** What is done to a response that is given up on. */
  private final GivenUpBody givenUp;

  AttemptConsumer(
      AsyncHttpExchange<T> exchange,
      AsyncAttempt<T> attempt,
      AsyncResponseConsumer<T> applications) {
    this.exchange = exchange;
    this.attempt = attempt;
    this.applications = applications;
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
  @SuppressWarnings("unchecked") // The client's callback takes whatever the consumer makes.
  public void consumeResponse(
      HttpResponse response,
      EntityDetails entity,
      HttpContext context,
      FutureCallback<Object> callback)
      throws HttpException, IOException {
    boolean whole = false;
    try {
      if (arrives()) {
        // Once committed, only the client itself sends the request again, after a body that broke.
        if (committed == null && exchange.decide(attempt, response).retries()) {
          int most = attempt.call().policy().drainBytes();
          kept = new KeptResponse(response, entity, context, most);
          whole = givenUp.begin(kept, entity, callback);
        } else {
          held =
              committed != null
                  ? null
                  : HeldResponse.of(
                      attempt, attempt.redirects(), response, entity, context, callback);
          if (held != null) {
            Call call = attempt.call();
            attempt.timeout.goOn(call.timer(), call.attemptNanosLeft(), attempt::stop);
            return;
          }
          commit(response, entity);
        }
      }
    } catch (GivenUpException stop) {
      throw stop;
    } catch (Throwable fault) {
      despite(fault);
    }
    if (committed != null) {
      committed.consumeResponse(response, entity, context, (FutureCallback<T>) (Object) callback);
    } else if (whole) {
      callback.completed(null);
    }
  }

  /** Whether the head came in time, and the application has not cancelled the call. */
  private boolean arrives() throws GivenUpException {
    if (attempt.arrive()) {
      return true;
    }
    if (!attempt.isAbandoned()) {
      throw new GivenUpException();
    }
    leaveToApplication();
    return false;
  }

  /** The response is for the application: no attempt follows. */
  private void commit(HttpResponse response, EntityDetails entity) {
    if (resumable != null) {
      resumable.releaseHeld();
    }
    AsyncResponseConsumer<T> latest = exchange.commit();
    resumable = exchange.resumable(attempt, response, entity);
    committed = resumable != null ? resumable : latest;
  }

  /** The first byte of a response that was held back has come, or its end (rule 10.6). */
  private void handOver() throws IOException {
    HeldResponse begun = held;
    held = null;
    try {
      if (arrives()) {
        commit(begun.response, begun.entity);
      }
    } catch (GivenUpException stop) {
      throw stop;
    } catch (Throwable fault) {
      despite(fault);
    }
    try {
      begun.giveTo(committed);
    } catch (HttpException thrown) {
      throw Rethrow.asIs(thrown); // As the client takes it together with the head.
    }
  }

  /** The response goes to the application after all. */
  private void despite(Throwable fault) {
    givenUp.stop();
    attempt.givenUp = false;
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
      // What is kept of the request is released with the call.
    }
  }

  /** The application cancelled the call before the head arrived: its consumer gets what comes. */
  void leaveToApplication() {
    committed = exchange.leaveToApplication();
  }

  @Override
  public void updateCapacity(CapacityChannel channel) throws IOException {
    HeldResponse waiting = held;
    if (waiting != null) {
      waiting.capacity = channel;
    } else if (committed != null) {
      committed.updateCapacity(channel);
    } else {
      channel.update(Integer.MAX_VALUE); // An HTTP/2 stream has to come to its end.
    }
  }

  @Override
  public void consume(ByteBuffer bytes) throws IOException {
    if (held != null) {
      if (!bytes.hasRemaining()) {
        return;
      }
      handOver();
    }
    if (committed != null) {
      committed.consume(bytes);
      return;
    }
    try {
      givenUp.keep(bytes);
    } catch (GivenUpException stop) {
      throw stop;
    } catch (Throwable fault) {
      lose(fault);
    }
  }

  private void lose(Throwable fault) {
    KeptResponse response = kept;
    if (response != null) {
      response.body.broken = true;
    }
    givenUp.tell(fault);
  }

  @Override
  public void streamEnd(List<? extends Header> trailers) throws HttpException, IOException {
    if (held != null) {
      handOver();
    }
    if (committed != null) {
      committed.streamEnd(trailers);
      return;
    }
    if (kept == null) {
      return;
    }
    try {
      givenUp.end(trailers);
    } catch (IOException stop) {
      throw stop;
    } catch (Throwable fault) {
      lose(fault);
      givenUp.endDespiteFault();
    }
  }

  @Override
  public void failed(Exception cause) {
    if (committed != null) {
      committed.failed(cause);
    } else if (kept == null) {
      exchange.toldFailure = attempt;
    }
  }

  /** Whether the end of the body, which goes on, will be the end of the attempt. */
  boolean holdsBackFailure(Exception cause) {
    return resumable != null && resumable.holdsBackFailure(cause);
  }

  /** Whether the body may go on after that failure, so that the client leaves the request alone. */
  boolean standsFor(Exception failure) {
    return resumable != null && resumable.standsFor(failure);
  }

  /** The application cancelled the call. */
  void cancelBody() {
    if (resumable != null) {
      resumable.cancel();
    }
  }

  @Override
  public void releaseResources() {
    if (resumable != null) {
      resumable.releaseResources();
    } else if (committed == null) {
      try {
        attempt.released();
      } catch (Throwable thrown) {
        attempt.releasedAnyhow(thrown);
      }
    } else if (exchange.consumerReleased.compareAndSet(false, true)) {
      committed.releaseResources();
    }
  }
}
