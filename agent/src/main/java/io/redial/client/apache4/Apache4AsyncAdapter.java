package io.redial.client.apache4;

import io.redial.call.RetryEngine;
import io.redial.client.Adapter;
import io.redial.kernel.ReentryGuard;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/** Handles the woven methods of the asynchronous clients. Thread-safe. */
public final class Apache4AsyncAdapter implements Adapter {
  private final RetryEngine engine;
  private final Closing closing;

  /** Creates an adapter whose calls are begun by the given engine. */
  public Apache4AsyncAdapter(RetryEngine engine) {
    this.engine = engine;
    this.closing = new Closing(engine);
  }

  @Override
  @SuppressWarnings("unchecked") // The types follow from the woven method's signature.
  public Object enter(
      String seam, Object used, Object a, Object b, Object c, Object d, Object e, Object f)
      throws Throwable {
    switch (seam) {
      case "apache4.async":
        return execute(
            (CloseableHttpAsyncClient) used,
            (HttpAsyncRequestProducer) a,
            (HttpAsyncResponseConsumer<Object>) b,
            (HttpContext) c,
            (FutureCallback<Object>) d);
      case "apache4.close":
        return closing.client(used);
      default:
        return null;
    }
  }

  private <T> Object execute(
      CloseableHttpAsyncClient client,
      HttpAsyncRequestProducer producer,
      HttpAsyncResponseConsumer<T> consumer,
      HttpContext context,
      FutureCallback<T> callback)
      throws Throwable {
    if (ReentryGuard.admits(client, producer)
        || producer == null
        || consumer == null
        || !client.isRunning()) {
      return null; // An attempt of Redial's, or a call that the client itself rejects.
    }
    return new AsyncApacheExchange<>(engine, client, producer, consumer, context, callback).enter();
  }
}
