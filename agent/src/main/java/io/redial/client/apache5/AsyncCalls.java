package io.redial.client.apache5;

import io.redial.call.RetryEngine;
import io.redial.kernel.ReentryGuard;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Begins the calls of asynchronous clients. */
final class AsyncCalls {
  private final RetryEngine engine;

  AsyncCalls(RetryEngine engine) {
    this.engine = engine;
  }

  <T> Object execute(
      CloseableHttpAsyncClient client,
      HttpHost target,
      AsyncRequestProducer producer,
      AsyncResponseConsumer<T> consumer,
      HandlerFactory<AsyncPushConsumer> pushes,
      HttpContext given,
      FutureCallback<T> callback)
      throws Throwable {
    if (producer == null || consumer == null || ReentryGuard.admits(client, producer)) {
      return null;
    }
    return new AsyncCall<>(engine, client, target, producer, consumer, pushes, given, callback)
        .enter();
  }

  /** Called when the client sends a request over a connection that other calls may share. */
  void streams(AsyncExecRuntime runtime, HttpContext context) {
    AttemptContext.stream(context, runtime);
  }
}
