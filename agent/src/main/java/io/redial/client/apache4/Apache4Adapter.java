package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.Dialer;
import io.redial.call.PassiveAttempt;
import io.redial.call.SyncDriver;
import io.redial.call.Threads;
import io.redial.client.Adapter;
import io.redial.client.ClientThrew;
import java.io.IOException;
import org.apache.http.ConnectionReuseStrategy;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.client.HttpRequestRetryHandler;
import org.apache.http.client.ServiceUnavailableRetryStrategy;
import org.apache.http.protocol.HttpContext;

/** Leads the methods of the classic clients to calls. Thread-safe. */
public final class Apache4Adapter implements Adapter {
  private final Dialer dialer;
  private final Closing closing;

  /** An adapter that begins its calls there. */
  public Apache4Adapter(Dialer dialer) {
    this.dialer = dialer;
    this.closing = new Closing(dialer);
    Execution.prepare();
  }

  @Override
  public Object[] enter(String seam, Object[] arguments) throws Throwable {
    switch (seam) {
      case "apache4.execute":
        return execute(
            (HttpClient) arguments[0],
            (HttpHost) arguments[1],
            (HttpRequest) arguments[2],
            (HttpContext) arguments[3]);
      case "apache4.retryRequest":
        return retryRequest(
            (HttpRequestRetryHandler) arguments[0],
            (IOException) arguments[1],
            (Integer) arguments[2],
            (HttpContext) arguments[3]);
      case "apache4.retryResponse":
        return retryResponse(
            (ServiceUnavailableRetryStrategy) arguments[0],
            (HttpResponse) arguments[1],
            (Integer) arguments[2],
            (HttpContext) arguments[3]);
      case "apache4.keepAlive":
        return keepAlive(
            (ConnectionReuseStrategy) arguments[0],
            (HttpResponse) arguments[1],
            (HttpContext) arguments[2]);
      case "apache4.close":
        return closing.client(arguments[0]);
      case "apache4.shutdown":
        return closing.manager(arguments[0]);
      default:
        return null;
    }
  }

  private Object[] execute(
      HttpClient client, HttpHost target, HttpRequest request, HttpContext context)
      throws Throwable {
    Passage under = Passage.current();
    if (request == null || (under != null && under.admits(client, request))) {
      return null;
    }
    Call call = null;
    ClassicExchange exchange = null;
    Attempt first = null;
    try {
      RequestView shown = RequestView.of(target, request);
      call = shown == null ? null : dialer.dial(shown, client, !Threads.currentIsVirtual());
      if (call != null && call.isPassive()) {
        first = new PassiveAttempt(call);
      } else if (call != null) {
        exchange = new ClassicExchange(call, client, target, request, context, closing);
        if (exchange.body() != null) {
          shown.repeatableIf(exchange.body()::repeatable);
        }
        first = exchange.attempt(call);
      }
    } catch (Throwable fault) {
      dialer.fault("Apache HttpClient 4 execute", fault);
      first = null;
    }
    if (first == null) {
      // Inside an attempt, a call that is left to the client has the client's retries (rule 7.2).
      return under == null ? null : new Passage(null, client, request).answer(target, context);
    }
    return first instanceof PassiveAttempt
        ? Watched.execute((PassiveAttempt) first, client, target, request, context)
        : SyncDriver.run(call, exchange, first);
  }

  private static Object[] retryRequest(
      HttpRequestRetryHandler handler, IOException thrown, int count, HttpContext context)
      throws ClientThrew {
    Attempt attempt = Passage.currentAttempt();
    if (attempt != null && RetryLayer.standsBack(attempt, thrown)) {
      return new Object[] {false};
    }
    try {
      return new Object[] {handler.retryRequest(thrown, count, context)};
    } catch (Throwable itsOwn) {
      throw new ClientThrew(itsOwn);
    }
  }

  private static Object[] retryResponse(
      ServiceUnavailableRetryStrategy strategy,
      HttpResponse response,
      int count,
      HttpContext context)
      throws ClientThrew {
    Attempt attempt = Passage.currentAttempt();
    if (Surrendered.is(response) || (attempt != null && RetryLayer.standsBack(attempt, response))) {
      return new Object[] {false};
    }
    try {
      return new Object[] {strategy.retryRequest(response, count, context)};
    } catch (Throwable itsOwn) {
      throw new ClientThrew(itsOwn);
    }
  }

  /** The client asks whether a response's connection goes back to the pool. */
  private Object[] keepAlive(
      ConnectionReuseStrategy strategy, HttpResponse response, HttpContext context)
      throws ClientThrew {
    boolean keeps;
    try {
      keeps = strategy.keepAlive(response, context);
    } catch (Throwable itsOwn) {
      throw new ClientThrew(itsOwn);
    }
    return new Object[] {keeps && !drops(response)};
  }

  private boolean drops(HttpResponse response) {
    try {
      ClassicAttempt attempt = Passage.retriable();
      return attempt != null && attempt.dropsConnectionOf(response);
    } catch (Throwable fault) {
      dialer.fault("Apache HttpClient 4 connection", fault);
      return false;
    }
  }
}
