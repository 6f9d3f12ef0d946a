package io.redial.client.apache4;

import io.redial.call.Call;
import io.redial.call.Resumptions;
import io.redial.policy.stream.StreamPlan;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.client.HttpAsyncClient;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/**
 * The application's side of a body that goes on: its consumer sees one body and its end once,
 * whatever connections the bytes come from. One of these brings content at a time.
 */
abstract class ApplicationContent<T> {
  final Call call;
  final StreamPlan plan;
  final Resumptions resumptions;
  final HttpHost target;
  final HttpContext context;
  final HttpAsyncResponseConsumer<T> consumer;

  /** The application's own request. */
  final HttpRequest original;

  /** That request as it was when its response arrived. */
  final RequestCopy request;

  /** Null once the call is over. */
  volatile HttpAsyncClient client;

  /** Whether the application's own code failed, so that the connection is not to blame. */
  volatile boolean threw;

  volatile boolean stopped;

  final AsyncAttempt<T> first;
  final CurrentConnection connection;
  private final AtomicBoolean ended = new AtomicBoolean();

  ApplicationContent(
      AsyncAttempt<T> first,
      StreamPlan plan,
      HttpAsyncClient client,
      HttpAsyncResponseConsumer<T> consumer,
      RequestView view) {
    this.first = first;
    this.call = first.call();
    this.context = first.exchange.context;
    this.plan = plan;
    this.resumptions = new Resumptions(call, plan);
    this.client = client;
    this.consumer = consumer;
    this.target = view.target;
    this.original = view.request;
    this.request = RequestCopy.frozen(view.request);
    this.connection = new CurrentConnection(this::abort);
  }

  /** The application has shut down a connection that is not there yet. */
  abstract void abort();

  /** A connection that the bytes came from is gone. */
  abstract void broke(Exception cut);

  /** Whether the application has said that nothing more is to come. */
  final boolean isStopped() {
    return stopped || isShutDown();
  }

  /** Whether it has done so by shutting the connection down. */
  final boolean isShutDown() {
    return connection.isShutDown();
  }

  /** Whether it wants nothing more, in whatever way it has said so. */
  final boolean isGivenUp() {
    return isStopped() || first.exchange.future.isDone() || Aborts.isAborted(original);
  }

  /** A connection has content. */
  final void consume(PartDecoder from, IOControl control) throws IOException {
    if (!connection.leadTo(control)) {
      return;
    }
    try {
      consumer.consumeContent(from, connection);
    } catch (Throwable thrown) {
      if (!isOf(from, thrown)) {
        threw = true;
        throw thrown;
      }
    }
    if (from.cut != null) {
      throw from.cut;
    }
  }

  @SuppressWarnings("ReferenceEquality") // The same ones, not equal ones.
  private static boolean isOf(PartDecoder from, Throwable thrown) {
    return thrown == from.cut || thrown == from.end;
  }

  /** All of it has come, over another connection than the first. */
  final void complete() {
    try {
      consumer.responseCompleted(HttpClientContext.adapt(context));
    } catch (Throwable thrown) {
      threw = true;
      throw thrown;
    }
  }

  /** It does not go on. */
  final void fail(Exception thrown) {
    end(null, thrown, true);
  }

  /**
   * The call ends.
   *
   * @param tells whether the consumer is still to be told of a failure
   */
  final void end(T result, Exception failure, boolean tells) {
    if (ended.compareAndSet(false, true)) {
      first.told = tells;
      first.endElsewhere(result, stopped ? new CancelledException() : failure);
    }
  }

  /** What the application's own code threw when it got the outcome, or null. */
  final Throwable applications() {
    return first.exchange.future.applications;
  }

  final void fault(Throwable thrown) {
    first.exchange.fault("Apache HttpAsyncClient 4 body", thrown);
  }
}
