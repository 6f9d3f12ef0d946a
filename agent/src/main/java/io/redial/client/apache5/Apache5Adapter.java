package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.RetryEngine;
import io.redial.client.Adapter;
import io.redial.client.ClientThrownException;
import io.redial.kernel.ClientClose;
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
import org.apache.hc.core5.http.ClassicHttpResponse;
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

  /** The answers at seams that each response passes. The woven code only reads them. */
  private static final Object[] YES = {true};

  private static final Object[] NO = {false};

  private final RetryEngine engine;
  private final AsyncCalls async;

  /** Creates an adapter whose calls are begun by that engine. */
  public Apache5Adapter(RetryEngine engine) {
    this.engine = engine;
    this.async = new AsyncCalls(engine);
  }

  @Override
  @SuppressWarnings("unchecked") // The woven methods' own signatures.
  public Object[] enter(String seam, Object[] arguments) throws Throwable {
    switch (seam) {
      case "apache5.execute":
        return execute(
            (CloseableHttpClient) arguments[0],
            (HttpHost) arguments[1],
            (ClassicHttpRequest) arguments[2],
            (HttpContext) arguments[3]);
      case "apache5.async":
        return async.execute(
            (CloseableHttpAsyncClient) arguments[0],
            (HttpHost) arguments[1],
            (AsyncRequestProducer) arguments[2],
            (AsyncResponseConsumer<Object>) arguments[3],
            (HandlerFactory<AsyncPushConsumer>) arguments[4],
            (HttpContext) arguments[5],
            (FutureCallback<Object>) arguments[6]);
      case "apache5.stream":
        async.streams((AsyncExecRuntime) arguments[0], (HttpContext) arguments[3]);
        return null;
      case "apache5.chain":
        return enter(
            new ClassicExchange(
                (CloseableHttpClient) arguments[0],
                arguments[1],
                (ClassicHttpRequest) arguments[2],
                (ExecChain.Scope) arguments[3],
                (MethodHandle) arguments[4]));
      case "apache5.acquired":
        ClassicExchange.acquired((ExecRuntime) arguments[1]);
        return null;
      case "apache5.redirect":
        ClassicExchange.redirected((URI) arguments[2]);
        return null;
      case "apache5.keepAlive":
        return keepAlive(
            (ConnectionReuseStrategy) arguments[1],
            (HttpRequest) arguments[2],
            (HttpResponse) arguments[3],
            (HttpContext) arguments[4]);
      case "apache5.classicRetryRequest":
        return retryRequest(ClassicExchange.attemptUnderWay(), arguments);
      case "apache5.classicRetryResponse":
        return retryResponse(ClassicExchange.attemptUnderWay(), arguments);
      case "apache5.retryRequest":
        return retryRequest(
            AttemptContext.in((HttpContext) arguments[5], (HttpRequest) arguments[2]), arguments);
      case "apache5.retryResponse":
        return retryResponse(AttemptContext.in((HttpContext) arguments[4]), arguments);
      case "apache5.close":
        return close(arguments[0], arguments.length > 1 ? (CloseMode) arguments[1] : null);
      default:
        return null;
    }
  }

  /** Called by a minimal client, which has no chain. */
  private Object[] execute(
      CloseableHttpClient client, HttpHost target, ClassicHttpRequest request, HttpContext context)
      throws Throwable {
    return request == null || ReentryGuard.admits(client, request)
        ? null
        : enter(new ClassicExchange(client, target, request, context));
  }

  private Object[] enter(ClassicExchange exchange) throws Throwable {
    return engine.enter(exchange, exchange.client, "HttpClient 5 execute");
  }

  /** Called when a client asks whether a response's connection goes back to the pool. */
  private Object[] keepAlive(
      ConnectionReuseStrategy strategy,
      HttpRequest request,
      HttpResponse response,
      HttpContext context)
      throws ClientThrownException {
    boolean drops = drops(response); // First: if it fails, the client asks the strategy itself.
    boolean keeps;
    try {
      keeps = strategy.keepAlive(request, response, context);
    } catch (Throwable clients) {
      throw new ClientThrownException(clients);
    }
    return answer(keeps && !drops);
  }

  private static boolean drops(HttpResponse response) {
    Attempt attempt = ClassicExchange.attemptUnderWay();
    return attempt instanceof ClassicAttempt
        && response instanceof ClassicHttpResponse
        && ((ClassicAttempt) attempt).dropsConnectionOf((ClassicHttpResponse) response);
  }

  private static Object[] retryRequest(Attempt attempt, Object[] arguments)
      throws ClientThrownException {
    return answer(
        RetryLayer.retryRequest(
            attempt,
            (HttpRequestRetryStrategy) arguments[1],
            (HttpRequest) arguments[2],
            (IOException) arguments[3],
            (Integer) arguments[4],
            (HttpContext) arguments[5]));
  }

  private static Object[] retryResponse(Attempt attempt, Object[] arguments)
      throws ClientThrownException {
    return answer(
        RetryLayer.retryResponse(
            attempt,
            (HttpRequestRetryStrategy) arguments[1],
            (HttpResponse) arguments[2],
            (Integer) arguments[3],
            (HttpContext) arguments[4]));
  }

  private static Object[] answer(boolean yes) {
    return yes ? YES : NO;
  }

  /**
   * Closes the client before its waits are ended, so that the waiting calls end with the closed
   * client's own exception (rule 5.4).
   */
  private Object[] close(Object closed, CloseMode mode) {
    if (!(closed instanceof ModalCloseable)) {
      engine.closed(closed); // A pre-release, which closes itself anyway.
      return null;
    }
    if (ClientClose.isUnderWay(closed)) {
      return null;
    }
    engine.closing(closed);
    ModalCloseable client = (ModalCloseable) closed;
    FaultBoundary.Step ended = () -> engine.closed(client);
    return mode == null
        ? ClientClose.run(client, ModalCloseable::close, engine, CLOSE, ended)
        : ClientClose.run(client, mode, ModalCloseable::close, engine, CLOSE, ended);
  }
}
