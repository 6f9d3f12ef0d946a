package io.redial.client.jdk;

import io.redial.call.RetryEngine;
import io.redial.client.Adapter;
import io.redial.kernel.ClientClose;
import io.redial.kernel.ReentryGuard;
import java.lang.invoke.MethodHandle;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;

/** Turns uses of {@code HttpClientFacade} into calls. Thread-safe. */
public final class JdkAdapter implements Adapter {
  private static final MethodHandle SHUTDOWN_NOW =
      ClientTypes.newerMethod(HttpClient.class, "shutdownNow");

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
      return a instanceof ResendVeto && ((ResendVeto) a).suppressesClientRetry(b);
    }
    HttpClient client = (HttpClient) used;
    switch (seam) {
      case "jdk.send":
      case "jdk.sendAsync":
        if (ReentryGuard.admits(client, a)) {
          return null;
        }
        JdkRequest sent = new JdkRequest(client, pending, (HttpRequest) a);
        BodyHandler<Object> handler = (BodyHandler<Object>) b;
        return seam.equals("jdk.send")
            ? engine.enter(new JdkExchange<>(sent, handler), client, "java.net.http send")
            : engine.enter(
                new AsyncJdkExchange<>(sent, handler, (PushPromiseHandler<Object>) c),
                client,
                "java.net.http sendAsync");
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

  /** Shuts the client down before its waits end, so that its own exception follows (rule 5.4). */
  private Object shutdownNow(HttpClient client) {
    return ClientClose.isUnderWay(client)
        ? null
        : ClientClose.run(
            client,
            used -> SHUTDOWN_NOW.invoke(used),
            engine,
            "java.net.http close",
            () -> engine.closed(client));
  }
}
