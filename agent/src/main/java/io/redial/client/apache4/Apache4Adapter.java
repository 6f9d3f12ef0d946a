package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.RetryEngine;
import io.redial.call.RetryOutlook;
import io.redial.client.Adapter;
import io.redial.kernel.ClientOutcome;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import java.io.IOException;
import java.util.Objects;
import org.apache.http.ConnectionReuseStrategy;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.StatusLine;
import org.apache.http.client.HttpClient;
import org.apache.http.client.HttpRequestRetryHandler;
import org.apache.http.client.ServiceUnavailableRetryStrategy;
import org.apache.http.protocol.HttpContext;

/** Handles the woven methods of the classic clients. Thread-safe. */
public final class Apache4Adapter implements Adapter {
  private final RetryEngine engine;
  private final Closing closing;

  /** Creates an adapter whose calls are begun by the given engine. */
  public Apache4Adapter(RetryEngine engine) {
    this.engine = engine;
    this.closing = new Closing(engine);
    // Looks up the method before any call, so that a failure only means that there is no adapter,
    // and with the agent's permissions under a security manager.
    Objects.requireNonNull(ClassicExchange.EXECUTE);
  }

  @Override
  public Object enter(
      String seam, Object used, Object a, Object b, Object c, Object d, Object e, Object f)
      throws Throwable {
    switch (seam) {
      case "apache4.execute":
        return execute((HttpClient) used, (HttpHost) a, (HttpRequest) b, (HttpContext) c);
      case "apache4.retryRequest":
        return retryRequest(
            (HttpRequestRetryHandler) a, (IOException) b, (Integer) c, (HttpContext) d);
      case "apache4.retryResponse":
        return retryResponse(
            (ServiceUnavailableRetryStrategy) a, (HttpResponse) b, (Integer) c, (HttpContext) d);
      case "apache4.keepAlive":
        return keepAlive((ConnectionReuseStrategy) a, (HttpResponse) b, (HttpContext) c);
      case "apache4.close":
        return closing.client(used);
      case "apache4.shutdown":
        return closing.manager(used);
      default:
        return null;
    }
  }

  private Object execute(
      HttpClient client, HttpHost target, HttpRequest request, HttpContext context)
      throws Throwable {
    ClassicExchange outer = ClassicExchange.current();
    if (request == null || (outer != null && outer.admits(client, request))) {
      return null;
    }
    ClassicExchange exchange = new ClassicExchange(client, target, request, context, closing);
    return engine.enter(exchange, client, "Apache HttpClient 4 execute");
  }

  private static Object retryRequest(
      HttpRequestRetryHandler handler, IOException thrown, int count, HttpContext context) {
    ClassicExchange current = ClassicExchange.current();
    Attempt attempt = ClassicExchange.attemptUnderWay();
    FaultLog log = attempt == null ? null : attempt.call();
    boolean again = false;
    if (attempt == null || !current.suppressesClientRetry(attempt, thrown)) {
      try {
        again = handler.retryRequest(thrown, count, context);
      } catch (Throwable ofClient) {
        return ClientOutcome.throwing(ofClient);
      }
    }
    if (attempt != null && !again) { // The client may throw another one in its place (rule 7.2).
      FaultBoundary.run(log, "Apache HttpClient 4 retries", () -> attempt.passes(thrown));
    }
    return again;
  }

  private static Object retryResponse(
      ServiceUnavailableRetryStrategy strategy,
      HttpResponse response,
      int count,
      HttpContext context) {
    ClassicExchange current = ClassicExchange.current();
    Attempt attempt = ClassicExchange.attemptUnderWay();
    if (LastExhaustedResponse.is(response)
        || (attempt != null && current.suppressesClientRetry(attempt, response))) {
      return false;
    }
    try {
      return strategy.retryRequest(response, count, context);
    } catch (Throwable ofClient) {
      return ClientOutcome.throwing(ofClient);
    }
  }

  /**
   * Decides whether a response's connection goes back to the pool: the client's own strategy must
   * agree, and Redial must not have to drop the connection (rule 8.3).
   */
  private Object keepAlive(
      ConnectionReuseStrategy strategy, HttpResponse response, HttpContext context) {
    Attempt attempt = ClassicExchange.attemptUnderWay();
    // First: if it fails, the client asks the strategy itself.
    StatusLine line = attempt instanceof ClassicAttempt ? response.getStatusLine() : null;
    boolean drops =
        line != null
            && RetryOutlook.dropsConnection(
                attempt.call(), line.getStatusCode(), new Apache4Headers(response));
    try {
      return strategy.keepAlive(response, context) && !drops;
    } catch (Throwable ofClient) {
      return ClientOutcome.throwing(ofClient);
    }
  }
}
