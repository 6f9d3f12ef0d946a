package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.RetryEngine;
import io.redial.call.RetryOutlook;
import io.redial.client.Adapter;
import io.redial.kernel.ClientClose;
import io.redial.kernel.ClientOutcome;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.ReentryGuard;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.net.URI;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ConnectionReuseStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;

/** Connects the woven methods of HttpClient 5's clients to Redial. Thread-safe. */
public final class Apache5Adapter implements Adapter {
  private static final String CLOSE = "HttpClient 5 close";

  private final RetryEngine engine;

  /** Creates an adapter whose calls are begun by that engine. */
  public Apache5Adapter(RetryEngine engine) {
    this.engine = engine;
  }

  @Override
  @SuppressWarnings("unchecked") // The woven methods' own signatures.
  public Object enter(
      String seam, Object used, Object a, Object b, Object c, Object d, Object e, Object f)
      throws Throwable {
    switch (seam) {
      case "apache5.execute":
        return execute(
            (CloseableHttpClient) used, (HttpHost) a, (ClassicHttpRequest) b, (HttpContext) c);
      case "apache5.async":
        return execute(
            (CloseableHttpAsyncClient) used,
            (HttpHost) a,
            (AsyncRequestProducer) b,
            (AsyncResponseConsumer<Object>) c,
            (HandlerFactory<AsyncPushConsumer>) d,
            (HttpContext) e,
            (FutureCallback<Object>) f);
      case "apache5.stream":
        AttemptContext.stream((HttpContext) c, (AsyncExecRuntime) used);
        return null;
      case "apache5.chain":
        return enter(
            new ClassicExchange(
                (CloseableHttpClient) used,
                a,
                (ClassicHttpRequest) b,
                (ExecChain.Scope) c,
                (MethodHandle) d));
      case "apache5.acquired":
        ClassicExchange.acquired((ExecRuntime) a);
        return null;
      case "apache5.redirect":
        ClassicExchange.redirected((URI) b);
        return null;
      case "apache5.keepAlive":
        return keepAlive(
            (ConnectionReuseStrategy) a, (HttpRequest) b, (HttpResponse) c, (HttpContext) d);
      case "apache5.classicRetryRequest":
      case "apache5.retryRequest":
        return RetryLayer.retryRequest(
            attempt(seam, (HttpContext) e, (HttpRequest) b),
            (HttpRequestRetryStrategy) a,
            (HttpRequest) b,
            (IOException) c,
            (Integer) d,
            (HttpContext) e);
      case "apache5.classicRetryResponse":
      case "apache5.retryResponse":
        return RetryLayer.retryResponse(
            attempt(seam, (HttpContext) d, null),
            (HttpRequestRetryStrategy) a,
            (HttpResponse) b,
            (Integer) c,
            (HttpContext) d);
      case "apache5.close":
        return close((ModalCloseable) used, (CloseMode) a);
      default:
        return null;
    }
  }

  /** Called by a minimal client, which has no chain. */
  private Object execute(
      CloseableHttpClient client, HttpHost target, ClassicHttpRequest request, HttpContext context)
      throws Throwable {
    return request == null || ReentryGuard.admits(client, request)
        ? null
        : enter(new ClassicExchange(client, target, request, context));
  }

  private <T> Object execute(
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
    return new AsyncHttpExchange<>(
            engine, client, target, producer, consumer, pushes, given, callback)
        .enter();
  }

  private Object enter(ClassicExchange exchange) throws Throwable {
    return engine.enter(exchange, exchange.client, "HttpClient 5 execute");
  }

  /** Called when a client asks whether a response's connection goes back to the pool. */
  private Object keepAlive(
      ConnectionReuseStrategy strategy,
      HttpRequest request,
      HttpResponse response,
      HttpContext context) {
    boolean drops = drops(response); // First: if it fails, the client asks the strategy itself.
    try {
      return strategy.keepAlive(request, response, context) && !drops;
    } catch (Throwable ofClient) {
      return ClientOutcome.throwing(ofClient);
    }
  }

  /** Returns whether the connection of that response must not be used again (rule 8.3). */
  private static boolean drops(HttpResponse response) {
    Attempt attempt = ClassicExchange.attemptUnderWay();
    return attempt instanceof ClassicAttempt
        && RetryOutlook.dropsConnection(
            attempt.call(), response.getCode(), new Apache5Headers(response));
  }

  /** Returns the attempt that a client's retry layer works for, or null. */
  private static Attempt attempt(String seam, HttpContext context, HttpRequest request) {
    return seam.startsWith("apache5.classic")
        ? ClassicExchange.attemptUnderWay()
        : AttemptContext.in(context, request);
  }

  /**
   * Closes the client before its waits are ended, so that the waiting calls end with the closed
   * client's own exception (rule 5.4).
   */
  private Object close(ModalCloseable client, CloseMode mode) {
    if (ClientClose.isUnderWay(client)) {
      return null;
    }
    engine.closing(client);
    FaultBoundary.Step ended = () -> engine.closed(client);
    return mode == null
        ? ClientClose.run(client, ModalCloseable::close, engine, CLOSE, ended)
        : ClientClose.run(client, mode, ModalCloseable::close, engine, CLOSE, ended);
  }
}
