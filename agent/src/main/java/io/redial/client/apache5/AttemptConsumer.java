package io.redial.client.apache5;

import io.redial.call.Call;
import io.redial.policy.Decision;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * The consumer of one attempt, where a response is recognised before any of it reaches the
 * application's (rule 1.3). From its head on the application's consumer is asked everything, or
 * what comes is kept (rule 8).
 */
final class AttemptConsumer<T> implements AsyncResponseConsumer<Object> {
  private final AsyncHttpExchange<T> exchange;
  private final AsyncAttempt<T> attempt;
  private volatile AsyncResponseConsumer<T> committed;
  private volatile KeptResponse kept;
  private FutureCallback<Object> result;
  private boolean dropsConnection;
  private Future<?> patience;

  AttemptConsumer(AsyncHttpExchange<T> exchange, AsyncAttempt<T> attempt) {
    this.exchange = exchange;
    this.attempt = attempt;
  }

  @Override
  public void informationResponse(HttpResponse response, HttpContext context)
      throws HttpException, IOException {
    if (!attempt.hasEnded()) {
      exchange.consumer().informationResponse(response, context);
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
    if (!attempt.arrive()) {
      if (!attempt.isAbandoned()) {
        throw stop();
      }
      leaveToApplication();
      committed.consumeResponse(response, entity, context, (FutureCallback<T>) (Object) callback);
      return;
    }
    // Once committed, it is the client itself that has asked again, after a body that broke off.
    if (committed != null || !decide(response).retries()) {
      committed = exchange.commit();
      committed.consumeResponse(response, entity, context, (FutureCallback<T>) (Object) callback);
      return;
    }
    giveUp(response, entity, context, callback);
  }

  private void giveUp(
      HttpResponse response,
      EntityDetails entity,
      HttpContext context,
      FutureCallback<Object> callback)
      throws IOException {
    exchange.fence();
    result = callback;
    Call call = attempt.call();
    dropsConnection = !call.keepsConnection() && isAlone(exchange.context());
    kept = new KeptResponse(response, entity, context, call.policy().drainBytes());
    if (entity == null) {
      complete(null);
      return;
    }
    try {
      // Cancelling calls the application back, which must not hold up the timer.
      patience = call.whenPatienceEnds(() -> call.timer().start(attempt::drop));
    } catch (Throwable noThread) {
      throw stop(); // Nobody would end a body that takes too long.
    }
  }

  /** Whether the exchange has its connection for itself. */
  private static boolean isAlone(HttpContext context) {
    return !context.getProtocolVersion().greaterEquals(HttpVersion.HTTP_2);
  }

  private void complete(List<? extends Header> trailers) throws IOException {
    kept.complete(trailers);
    if (dropsConnection) {
      throw stop();
    }
    result.completed(null);
  }

  /** The application cancelled the call before there was a head: what comes is its consumer's. */
  void leaveToApplication() {
    committed = exchange.leaveToApplication();
  }

  private Decision decide(HttpResponse response) {
    try {
      Apache5Headers headers = new Apache5Headers(response);
      return attempt.head(response.getCode(), headers, attempt.redirects().followed());
    } catch (Throwable fault) {
      attempt.call().fault("HttpClient 5 response", fault);
      return Decision.RETURN;
    }
  }

  private static IOException stop() {
    return new GivenUpException();
  }

  @Override
  public void updateCapacity(CapacityChannel channel) throws IOException {
    if (committed != null) {
      committed.updateCapacity(channel);
    } else {
      channel.update(Integer.MAX_VALUE); // An HTTP/2 stream has to come to its end.
    }
  }

  @Override
  public void consume(ByteBuffer bytes) throws IOException {
    if (committed != null) {
      committed.consume(bytes);
    } else if (kept == null || (!kept.add(bytes) && isAlone(exchange.context()))) {
      throw stop();
    }
    // Whatever ends a stream of HTTP/2 early can end its connection, which other calls use (rule
    // 1.5): what is more than is kept is read and thrown away, for as long as patience lasts.
  }

  @Override
  public void streamEnd(List<? extends Header> trailers) throws HttpException, IOException {
    if (committed != null) {
      committed.streamEnd(trailers);
    } else if (kept != null) {
      patience.cancel(false);
      complete(trailers);
    }
  }

  @Override
  public void failed(Exception cause) {
    if (committed != null) {
      committed.failed(cause);
    } else if (kept == null) {
      exchange.consumerFailed(attempt);
    }
  }

  @Override
  public void releaseResources() {
    if (committed != null) {
      exchange.releaseConsumer();
    } else {
      attempt.released();
    }
  }

  /** What was kept of the response that is given up on, or null. */
  KeptResponse kept() {
    return kept;
  }
}
