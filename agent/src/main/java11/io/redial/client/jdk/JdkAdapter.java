package io.redial.client.jdk;

import io.redial.call.RetryEngine;
import io.redial.client.Adapter;
import io.redial.client.ClientThrownException;
import io.redial.kernel.ReentryGuard;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;

/** Turns uses of {@code HttpClientFacade} into calls. Thread-safe. */
public final class JdkAdapter implements Adapter {
  private static final ThreadLocal<HttpClient> CLOSING = new ThreadLocal<>();

  private final RetryEngine engine;
  private final PendingCalls unsettled;

  /** Creates an adapter whose calls go through the engine. */
  public JdkAdapter(RetryEngine engine) {
    this.engine = engine;
    this.unsettled = new PendingCalls(engine);
  }

  @Override
  @SuppressWarnings("unchecked") // The woven methods' own signatures.
  public Object[] enter(String seam, Object[] arguments) throws Throwable {
    if (seam.equals("jdk.resend")) {
      return standsBack(arguments[1], arguments[2]) ? arguments : null;
    }
    HttpClient client = (HttpClient) arguments[0];
    switch (seam) {
      case "jdk.send":
        return send(client, (HttpRequest) arguments[1], (BodyHandler<Object>) arguments[2]);
      case "jdk.sendAsync":
        return sendAsync(
            client,
            (HttpRequest) arguments[1],
            (BodyHandler<Object>) arguments[2],
            arguments.length > 3 ? (PushPromiseHandler<Object>) arguments[3] : null);
      case "jdk.shutdown":
        shutDown(client, false);
        return null;
      case "jdk.close":
        shutDown(client, true);
        return null;
      case "jdk.shutdownNow":
        return shutdownNow(client);
      default:
        return null;
    }
  }

  /** Whether to keep the client from the re-send that it is about to make (rule 7.1). */
  private boolean standsBack(Object handler, Object reason) {
    try {
      return handler instanceof ResendVeto && ((ResendVeto) handler).standsBack(reason);
    } catch (Throwable fault) {
      engine.fault("java.net.http re-send", fault);
      return false;
    }
  }

  private <T> Object[] send(HttpClient client, HttpRequest request, BodyHandler<T> handler)
      throws Throwable {
    if (ReentryGuard.admits(client, request)) {
      return null;
    }
    JdkExchange<T> exchange = new JdkExchange<>(client, unsettled, request, handler, null);
    return engine.enter(exchange, client, "java.net.http send");
  }

  private <T> Object[] sendAsync(
      HttpClient client,
      HttpRequest request,
      BodyHandler<T> handler,
      PushPromiseHandler<T> pushHandler)
      throws Throwable {
    if (ReentryGuard.admits(client, request)) {
      return null;
    }
    AsyncJdkExchange<T> exchange =
        new AsyncJdkExchange<>(client, unsettled, request, handler, pushHandler);
    return engine.enter(exchange, client, "java.net.http sendAsync");
  }

  @SuppressWarnings("ReferenceEquality") // The same client, not an equal one.
  private static boolean isClosing(HttpClient client) {
    return CLOSING.get() == client;
  }

  /**
   * Settles the calls of a client that is about to refuse new attempts and, if it is being closed,
   * to wait for all others.
   */
  private void shutDown(HttpClient client, boolean closes) {
    try {
      unsettled.settle(client, closes);
    } catch (Throwable fault) {
      engine.fault("java.net.http shutdown", fault);
    }
  }

  /** Shuts the client down before its waits end, so that its own exception follows (rule 5.4). */
  private Object[] shutdownNow(HttpClient client) throws ClientThrownException {
    if (isClosing(client)) {
      return null;
    }
    CLOSING.set(client);
    try {
      Closing.shutdownNow(client);
    } catch (Throwable thrown) {
      throw new ClientThrownException(thrown);
    } finally {
      closed(client);
    }
    return new Object[] {null};
  }

  /** Ends the waits after the client's own shutdown, which an internal fault does not affect. */
  private void closed(HttpClient client) {
    try {
      CLOSING.remove();
      engine.closed(client);
    } catch (Throwable fault) {
      engine.fault("java.net.http close", fault);
    }
  }
}
