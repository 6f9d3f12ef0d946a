package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.ReentryGuard;
import io.redial.call.RetryEngine;
import io.redial.call.body.BodyFault;
import io.redial.client.ClientThrownException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionReuseStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Begins the calls of blocking clients, and handles what these call back while they make the
 * attempts.
 */
final class ClassicCalls {
  private final RetryEngine engine;

  ClassicCalls(RetryEngine engine) {
    this.engine = engine;
  }

  Object[] execute(
      CloseableHttpClient client, HttpHost target, ClassicHttpRequest request, HttpContext context)
      throws Throwable {
    if (request == null || ReentryGuard.admits(client, request)) {
      return null;
    }
    ClassicExchange exchange = new ClassicExchange(client, target, request, context);
    return engine.enter(exchange, client, "HttpClient 5 execute");
  }

  /**
   * Calls the client. Returns its answer, or null and what it threw.
   *
   * @param attempt the attempt that the client makes, or null if Redial has nothing to do with it
   */
  @SuppressWarnings("deprecation") // Newer versions advise against it; it is what everyone calls.
  static Object[] answer(
      Attempt attempt,
      CloseableHttpClient client,
      HttpHost target,
      ClassicHttpRequest request,
      HttpContext context) {
    Object[] answer;
    Attempt outer = CurrentAttempt.begin(attempt);
    Object admitted = ReentryGuard.open(client);
    try {
      answer = new Object[] {client.execute(target, request, context)};
    } catch (Throwable thrown) {
      answer = new Object[] {null, thrown};
    }
    end(outer, admitted);
    return answer;
  }

  /** Calls the client for an attempt. What it throws is the attempt's failure. */
  @SuppressWarnings("deprecation") // Newer versions advise against it; it is what everyone calls.
  static CloseableHttpResponse attempt(
      ClassicAttempt attempt,
      CloseableHttpClient client,
      HttpHost target,
      ClassicHttpRequest request,
      HttpContext context)
      throws Exception {
    Attempt outer = CurrentAttempt.begin(attempt);
    Object admitted = ReentryGuard.open(client);
    try {
      attempt.made = true;
      CloseableHttpResponse response = client.execute(target, request, context);
      attempt.response = response;
      return response;
    } catch (Throwable thrown) {
      attempt.failure = thrown;
      throw thrown;
    } finally {
      end(outer, admitted);
    }
  }

  private static void end(Attempt outer, Object admitted) {
    try {
      ReentryGuard.close(admitted);
    } finally {
      CurrentAttempt.end(outer);
    }
  }

  /**
   * Called when the client is about to send its own copy of a request. The attempt's changes are
   * made there, so that the application's request stays as it is.
   */
  void copied(ClassicHttpRequest copy) {
    ClassicAttempt attempt = CurrentAttempt.retriable();
    if (attempt != null) {
      try {
        attempt.applyChanges(copy);
      } catch (Throwable fault) {
        engine.fault("HttpClient 5 request", fault);
      }
    }
  }

  /**
   * Called when the client takes a connection from its pool. Returns null to let it do so itself.
   */
  Object[] acquire(
      ExecRuntime runtime, String id, HttpRoute route, Object state, HttpClientContext context)
      throws ClientThrownException {
    ClassicAttempt attempt = CurrentAttempt.retriable();
    if (attempt == null) {
      return null;
    }
    if (!attempt.beginWith(runtime)) {
      return acquireAgain(attempt, runtime, id, route, state, context);
    }
    if (attempt.missesChanges() && attempt.number() > 1) {
      throw new ClientThrownException(
          new BodyFault()); // The application's own entity was read already.
    }
    Exception refusal = attempt.isRefused() ? ClassicAttempt.aborted() : null;
    attempt.acquiring = true;
    try {
      runtime.acquireEndpoint(id, route, state, context);
      if (refusal != null) {
        runtime.discardEndpoint(); // The pool is still open, because another client shares it.
        throw refusal;
      }
    } catch (Throwable thrown) {
      throw new ClientThrownException(thrown);
    } finally {
      attempt.acquiring = false;
    }
    try {
      attempt.connected();
    } catch (Throwable fault) {
      engine.fault("HttpClient 5 connection", fault);
    }
    return new Object[] {null};
  }

  /**
   * Acquires a connection after a redirect. An attempt whose time ran out while it had no
   * connection could not be ended then, and ends now.
   */
  private static Object[] acquireAgain(
      ClassicAttempt attempt,
      ExecRuntime runtime,
      String id,
      HttpRoute route,
      Object state,
      HttpClientContext context)
      throws ClientThrownException {
    if (attempt.acquiring || !attempt.isTimed()) {
      return null; // The call below is woven, too, and comes back here.
    }
    attempt.acquiring = true;
    try {
      runtime.acquireEndpoint(id, route, state, context);
      if (attempt.isStopped()) {
        runtime.discardEndpoint();
        throw ClassicAttempt.timedOut();
      }
    } catch (Throwable thrown) {
      throw new ClientThrownException(thrown);
    } finally {
      attempt.acquiring = false;
    }
    return new Object[] {null};
  }

  /** Called when the client asks whether a response's connection goes back to the pool. */
  Object[] keepAlive(
      ConnectionReuseStrategy strategy,
      HttpRequest request,
      HttpResponse response,
      HttpContext context)
      throws ClientThrownException {
    boolean keeps;
    try {
      keeps = strategy.keepAlive(request, response, context);
    } catch (Throwable clients) {
      throw new ClientThrownException(clients);
    }
    return new Object[] {keeps && !drops(response)};
  }

  private boolean drops(HttpResponse response) {
    try {
      ClassicAttempt attempt = CurrentAttempt.retriable();
      return attempt != null
          && response instanceof ClassicHttpResponse
          && attempt.dropsConnectionOf((ClassicHttpResponse) response);
    } catch (Throwable fault) {
      engine.fault("HttpClient 5 connection", fault);
      return false;
    }
  }
}
