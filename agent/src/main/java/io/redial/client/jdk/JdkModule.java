package io.redial.client.jdk;

import static io.redial.client.Seam.entry;
import static io.redial.client.Seam.resend;

import io.redial.client.ClientModule;

/**
 * The module for {@code java.net.http}. It weaves the facade, because every application holds it
 * and tracing agents weave below it. This is the only class of this package that Java 8, which has
 * no such client, can load.
 */
public final class JdkModule extends ClientModule {
  private static final String NAME = "java.net.http";
  private static final String FACADE = "jdk/internal/net/http/HttpClientFacade";
  private static final String EXCHANGE = "jdk/internal/net/http/MultiExchange";

  /** The client's listing, see {@link ClientModule}. */
  public static final String LISTING =
      NAME + ";io.redial.client.jdk.JdkModule;" + FACADE + ";" + EXCHANGE;

  /** Creates the module. */
  public JdkModule() {
    super(NAME, "io.redial.client.jdk.JdkAdapter", null, FACADE);
    opens("jdk.internal.net.http.common"); // See HiddenResets.
    String arguments = "Ljava/net/http/HttpRequest;Ljava/net/http/HttpResponse$BodyHandler;";
    String push = "Ljava/net/http/HttpResponse$PushPromiseHandler;";
    String future = "Ljava/util/concurrent/CompletableFuture;";
    weaves(
        FACADE,
        entry("jdk.send", "send", "(" + arguments + ")Ljava/net/http/HttpResponse;"),
        entry("jdk.sendAsync", "sendAsync", "(" + arguments + ")" + future),
        entry("jdk.sendAsync", "sendAsync", "(" + arguments + push + ")" + future),
        entry("jdk.shutdown", "shutdown", "()V"),
        entry("jdk.close", "close", "()V"),
        entry("jdk.shutdownNow", "shutdownNow", "()V"));
    // Where the client decides to re-send after a failure: up to Java 17, up to 25, from 26 on.
    weaves(
        EXCHANGE,
        resend("jdk.resend", EXCHANGE, "expiredOnce", "Z"),
        resend("jdk.resend", EXCHANGE, "retriedOnce", "Z"),
        resend("jdk.resend", EXCHANGE + "$RetryContext", "shouldRetry", "()Z"));
  }
}
