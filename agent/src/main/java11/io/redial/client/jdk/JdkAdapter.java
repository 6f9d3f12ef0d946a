package io.redial.client.jdk;

import io.redial.call.RetryEngine;
import io.redial.client.Adapter;
import io.redial.kernel.ClientClose;
import io.redial.kernel.ReentryGuard;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;

/** Turns uses of {@code HttpClientFacade} into calls. Thread-safe. */
public final class JdkAdapter implements Adapter {
  private final RetryEngine engine;
  private final PendingCalls pending;

  /** Creates an adapter whose calls go through the engine. */
  public JdkAdapter(RetryEngine engine) {
    this.engine = engine;
    this.pending = new PendingCalls(engine);
  }

  @Override
  @SuppressWarnings("unchecked") // The woven methods' own signatures.
  public Object enter(
      String seam, Object used, Object a, Object b, Object c, Object d, Object e, Object f)
      throws Throwable {
    if (seam.equals("jdk.resend")) {
      // Whether to keep the client from the re-send that it is about to make (rule 7.1).
      return a instanceof ResendVeto && ((ResendVeto) a).standsBack(b);
    }
    HttpClient client = (HttpClient) used;
    switch (seam) {
      case "jdk.send":
        return send(client, (HttpRequest) a, (BodyHandler<Object>) b);
      case "jdk.sendAsync":
        return sendAsync(
            client, (HttpRequest) a, (BodyHandler<Object>) b, (PushPromiseHandler<Object>) c);
      case "jdk.shutdown":
        pending.settle(client, false);
        return null;
      case "jdk.close":
        pending.settle(client, true);
        return null;
      case "jdk.shutdownNow":
        return shutdownNow(client);
      default:
        return null;
    }
  }

  private <T> Object send(HttpClient client, HttpRequest request, BodyHandler<T> handler)
      throws Throwable {
    if (ReentryGuard.admits(client, request)) {
      return null;
    }
    JdkRequest sent = new JdkRequest(client, pending, request);
    return engine.enter(new JdkExchange<>(sent, handler), client, "java.net.http send");
  }

  private <T> Object sendAsync(
      HttpClient client,
      HttpRequest request,
      BodyHandler<T> handler,
      PushPromiseHandler<T> pushHandler)
      throws Throwable {
    if (ReentryGuard.admits(client, request)) {
      return null;
    }
    JdkRequest sent = new JdkRequest(client, pending, request);
    return engine.enter(
        new AsyncJdkExchange<>(sent, handler, pushHandler), client, "java.net.http sendAsync");
  }

  /** Shuts the client down before its waits end, so that its own exception follows (rule 5.4). */
  private Object shutdownNow(HttpClient client) {
    return ClientClose.isUnderWay(client)
        ? null
        : ClientClose.run(
            client,
            Closing::shutdownNow,
            engine,
            "java.net.http close",
            () -> engine.closed(client));
  }
}
