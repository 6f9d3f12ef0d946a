package io.redial.client.apache4;

import io.redial.body.ResponseClock;
import io.redial.call.Call;
import io.redial.kernel.BodyListener;
import io.redial.kernel.Exceptions;
import io.redial.kernel.Exits;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.OfferedContent;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ResponseSignals;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.apache.http.ConnectionClosedException;
import org.apache.http.HttpResponse;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/**
 * A body that the application's consumer gets from a {@link PushedBody}, and the control by which
 * it paces that: consumers may keep it, and use it on any thread.
 */
final class ConsumerBody<T> implements IOControl, BodyListener {
  private static final String WHERE = "Apache HttpAsyncClient 4 body";

  /** The time after which a consumer that neither reads nor suspends its input is asked again. */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final Exits<HttpAsyncResponseConsumer<Object>, IOControl, Object> EXITS =
      new <HttpResponse, ContentDecoder, HttpContext>Exits<
          HttpAsyncResponseConsumer<Object>, IOControl, Object>(
          HttpAsyncResponseConsumer::responseReceived,
          HttpAsyncResponseConsumer::consumeContent,
          Decoder::new,
          HttpAsyncResponseConsumer::responseCompleted,
          HttpAsyncResponseConsumer::isDone,
          IOControl::requestInput,
          IOControl::suspendInput,
          IOControl::shutdown);

  /** Whoever hands out what the consumer makes of the body. */
  interface Owner<T> {
    /**
     * Called at the end.
     *
     * @param cause what the body ends with, or null
     * @param failure that, or what the consumer reports; null if there is a result
     */
    void ended(T result, Throwable cause, Exception failure);

    /** Does the same by the simplest means, after a fault. */
    void endedAfterFault(T result, Exception failure);
  }

  final PushedBody<HttpAsyncResponseConsumer<T>, IOControl, T> body;
  private final HttpAsyncResponseConsumer<T> consumer;
  private final Call call;
  private final Owner<T> owner;
  private volatile boolean isSuspended;

  /** The connection on which the request may still be sent; null if there is none. */
  volatile IOControl output;

  @SuppressWarnings({"unchecked", "rawtypes"}) // The exits are the same for all types of results.
  ConsumerBody(
      Call call, HttpAsyncResponseConsumer<T> consumer, HttpContext context, Owner<T> owner) {
    this.call = call;
    this.consumer = consumer;
    this.owner = owner;
    this.body =
        new PushedBody<HttpAsyncResponseConsumer<T>, IOControl, T>(
            call, (Exits) EXITS, made -> this, HttpClientContext.adapt(context), this);
  }

  /** Returns a body that no consumer gets. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static <T> PushedBody<HttpAsyncResponseConsumer<T>, IOControl, T> unseen(Call call) {
    return new PushedBody<HttpAsyncResponseConsumer<T>, IOControl, T>(
        call, (Exits) EXITS, made -> null, null, null);
  }

  /**
   * Drains a response that no consumer gets, so that its connection can be used again (rule 8.1).
   *
   * @param context shows the connection, until there is content
   */
  static <T> ResponseSignals<IOControl> drain(
      Call call,
      HttpResponse response,
      PushedBody<HttpAsyncResponseConsumer<T>, IOControl, T> body,
      HttpContext context) {
    ResponseSignals<IOControl> signals =
        body.drain(call.policy().drainBytes(), -1, null, null, response);
    Object connection = ClassicBodies.connection(context);
    if (connection instanceof IOControl) {
      signals.begins((IOControl) connection);
    }
    ResponseClock.drains(call, body);
    return signals;
  }

  /** What the consumer reads from. */
  private static final class Decoder implements ContentDecoder {
    private final OfferedContent content;

    Decoder(OfferedContent content) {
      this.content = content;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
      return content.read(into);
    }

    @Override
    public boolean isCompleted() {
      return content.isCompleted();
    }
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // The consumer may read meanwhile, too.
  public void unread() {
    if (consumer.isDone()) {
      body.abort(new CancelledException()); // The client, too, cancels a call then.
    } else {
      call.timer().limit(PATIENCE_NANOS, () -> call.timer().start(body::offerAgain));
    }
  }

  @Override
  public void ended(Throwable cause) {
    Exception failure =
        cause == null ? consumer.getException() : Exceptions.asException(cause, Exception::new);
    owner.ended(failure == null ? consumer.getResult() : null, cause, failure);
  }

  @Override
  public void endedAfterFault(Throwable cause) {
    Exception failure =
        cause == null ? consumer.getException() : Exceptions.asException(cause, Exception::new);
    owner.endedAfterFault(failure == null ? consumer.getResult() : null, failure);
  }

  // What the application calls.

  @Override
  public void suspendInput() {
    isSuspended = true;
    body.request(0);
  }

  /**
   * Requests input. The consumer is called on another thread, because this one may hold locks that
   * it needs.
   */
  @Override
  public void requestInput() {
    isSuspended = false;
    if (!body.requestQuietly()) {
      elsewhere(() -> body.request(isSuspended ? 0 : 1));
    }
  }

  @Override
  public void shutdown() {
    elsewhere(() -> body.abort(new ConnectionClosedException("Connection closed")));
  }

  private void elsewhere(Runnable task) {
    if (!FaultBoundary.run(call, WHERE, () -> call.timer().start(task))) {
      task.run();
    }
  }

  @Override
  public void requestOutput() {
    IOControl connection = output;
    if (connection != null) {
      connection.requestOutput();
    }
  }

  @Override
  public void suspendOutput() {
    IOControl connection = output;
    if (connection != null) {
      connection.suspendOutput();
    }
  }
}
