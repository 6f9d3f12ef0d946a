package io.redial.client.jdk;

import static io.redial.client.Seam.entry;
import static io.redial.client.Seam.resend;

import io.redial.client.ClientModule;

/**
 * java.net.http: the facade is what every application holds; tracing agents weave below it. The
 * only class of this package that Java 8 can load, which has no such client.
 */
public final class JdkModule extends ClientModule {
  private static final String NAME = "java.net.http";
  private static final String FACADE = "jdk/internal/net/http/HttpClientFacade";
  private static final String EXCHANGE = "jdk/internal/net/http/MultiExchange";

  /** How the client is listed, see {@link ClientModule}. */
  public static final String LISTING =
      NAME + ";io.redial.client.jdk.JdkModule;" + FACADE + ";" + EXCHANGE;

  /** The module. */
  public JdkModule() {
    super(NAME, "io.redial.client.jdk.JdkAdapter", null, FACADE);
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
    // Where the client decides to send again after a failure: up to 17, to 25, and from 26 on.
    weaves(
        EXCHANGE,
        resend("jdk.resend", EXCHANGE, "expiredOnce", "Z"),
        resend("jdk.resend", EXCHANGE, "retriedOnce", "Z"),
        resend("jdk.resend", EXCHANGE + "$RetryContext", "shouldRetry", "()Z"));
  }
}
