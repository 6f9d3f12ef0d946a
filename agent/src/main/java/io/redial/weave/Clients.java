package io.redial.weave;

import static io.redial.weave.Seam.entry;
import static io.redial.weave.Seam.notices;
import static io.redial.weave.Seam.resend;
import static io.redial.weave.Seam.returns;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The clients and their seams: to add one, add it here and the ends of its class names to {@link
 * ClientTransformer}. Names only, because this is read before any of these classes is loaded.
 */
final class Clients {
  /** The name of the method that each detour stands for, by the seam's key. */
  private static final Map<String, String> DETOURED = new HashMap<>();

  /** The keys of the seams at which calls begin. */
  private static final Set<String> CALLS =
      new HashSet<>(
          Arrays.asList(
              "jdk.send",
              "jdk.sendAsync",
              "apache4.execute",
              "apache4.async",
              "apache5.execute",
              "apache5.async"));

  private static final Client[] ALL = {jdk(), apache4(), apacheAsync4(), apache5()};

  private Clients() {}

  /** The copy of a client that a class belongs to, or null. */
  static ClientCopy copyOf(String internalClassName, boolean alsoRelocated) {
    for (Client client : ALL) {
      ClientCopy copy = client.copyOf(internalClassName, alsoRelocated);
      if (copy != null) {
        return copy;
      }
    }
    return null;
  }

  /** The name of the method that the client was about to call, or null if the seam is an entry. */
  static String detoured(String key) {
    return DETOURED.get(key);
  }

  /**
   * Whether a call of the application's begins at the seam, so that what is thrown there is what
   * the application is to see.
   */
  static boolean isCall(String key) {
    return CALLS.contains(key);
  }

  private static Seam detour(String key, String owner, String method, String descriptor) {
    DETOURED.put(key, method);
    return Seam.calls(key, owner, method, descriptor);
  }

  /** java.net.http: the facade is what every application holds; tracing agents weave below it. */
  private static Client jdk() {
    String arguments = "Ljava/net/http/HttpRequest;Ljava/net/http/HttpResponse$BodyHandler;";
    String push = "Ljava/net/http/HttpResponse$PushPromiseHandler;";
    String future = "Ljava/util/concurrent/CompletableFuture;";
    String facade = "jdk/internal/net/http/HttpClientFacade";
    String exchange = "jdk/internal/net/http/MultiExchange";
    return new Client("java.net.http", "io.redial.client.jdk.JdkAdapter", null, facade)
        .in(
            facade,
            entry("jdk.send", "send", "(" + arguments + ")Ljava/net/http/HttpResponse;"),
            entry("jdk.sendAsync", "sendAsync", "(" + arguments + ")" + future),
            entry("jdk.sendAsync", "sendAsync", "(" + arguments + push + ")" + future),
            entry("jdk.shutdown", "shutdown", "()V"),
            entry("jdk.close", "close", "()V"),
            entry("jdk.shutdownNow", "shutdownNow", "()V"))
        // Where the client decides to send again after a failure: up to 17, to 25, and from 26 on.
        .in(
            exchange,
            resend("jdk.resend", exchange, "expiredOnce", "Z"),
            resend("jdk.resend", exchange, "retriedOnce", "Z"),
            resend("jdk.resend", exchange + "$RetryContext", "shouldRetry", "()Z"));
  }

  /** Every execute of HttpClient 4.3 to 4.5 ends in doExecute; before, in AbstractHttpClient. */
  private static Client apache4() {
    String http = "org/apache/http/";
    String arguments =
        "(Lorg/apache/http/HttpHost;Lorg/apache/http/HttpRequest;"
            + "Lorg/apache/http/protocol/HttpContext;)";
    Seam execute =
        entry(
            "apache4.execute",
            "doExecute",
            arguments + "Lorg/apache/http/client/methods/CloseableHttpResponse;");
    Seam executeOf42 =
        entry("apache4.execute", "execute", arguments + "Lorg/apache/http/HttpResponse;");
    Seam close = entry("apache4.close", "close", "()V");
    Seam shutdown =
        entry("apache4.shutdown", "shutdown", "()V").beside(http + "conn/ClientConnectionManager");
    Seam retryRequest =
        detour(
            "apache4.retryRequest",
            http + "client/HttpRequestRetryHandler",
            "retryRequest",
            "(Ljava/io/IOException;ILorg/apache/http/protocol/HttpContext;)Z");
    Seam retryResponse =
        detour(
            "apache4.retryResponse",
            http + "client/ServiceUnavailableRetryStrategy",
            "retryRequest",
            "(Lorg/apache/http/HttpResponse;ILorg/apache/http/protocol/HttpContext;)Z");
    Seam keepAlive =
        detour(
            "apache4.keepAlive",
            http + "ConnectionReuseStrategy",
            "keepAlive",
            "(Lorg/apache/http/HttpResponse;Lorg/apache/http/protocol/HttpContext;)Z");
    Seam original = returns("getOriginal", "()Lorg/apache/http/HttpRequest;");
    return new Client(
            "Apache HttpClient 4",
            "io.redial.client.apache4.Apache4Adapter",
            "org/apache/http",
            http + "client/HttpClient")
        .in(http + "impl/client/InternalHttpClient", execute, close)
        .in(http + "impl/client/MinimalHttpClient", execute, close)
        .in(http + "impl/client/AbstractHttpClient", execute, executeOf42, close)
        .in(http + "impl/execchain/RetryExec", retryRequest)
        .in(http + "impl/execchain/ServiceUnavailableRetryExec", retryResponse)
        .in(http + "impl/execchain/MainClientExec", keepAlive)
        .in(http + "impl/execchain/MinimalClientExec", keepAlive)
        .in(http + "impl/client/DefaultRequestDirector", retryRequest, keepAlive)
        .in(http + "impl/client/AutoRetryHttpClient", retryResponse)
        // What interceptors are shown wraps the request, from 4.3 on or in the classic clients.
        .in(http + "client/methods/HttpRequestWrapper", original)
        .in(http + "impl/client/RequestWrapper", original)
        // Clients up to 4.2, and DefaultHttpClient to this day, are closed through their pool.
        .in(http + "impl/conn/BasicClientConnectionManager", shutdown)
        .in(http + "impl/conn/PoolingClientConnectionManager", shutdown)
        .in(http + "impl/conn/SingleClientConnManager", shutdown)
        .in(http + "impl/conn/tsccm/ThreadSafeClientConnManager", shutdown);
  }

  /** HttpAsyncClient 4 comes in a jar, and so maybe a loader, of its own; it retries nothing. */
  private static Client apacheAsync4() {
    String nio = "org/apache/http/impl/nio/client/";
    String manager = "org/apache/http/nio/conn/NHttpClientConnectionManager";
    Seam execute =
        entry(
            "apache4.async",
            "execute",
            "(Lorg/apache/http/nio/protocol/HttpAsyncRequestProducer;"
                + "Lorg/apache/http/nio/protocol/HttpAsyncResponseConsumer;"
                + "Lorg/apache/http/protocol/HttpContext;"
                + "Lorg/apache/http/concurrent/FutureCallback;)Ljava/util/concurrent/Future;");
    return new Client(
            "Apache HttpAsyncClient 4",
            "io.redial.client.apache4.Apache4AsyncAdapter",
            "org/apache/http",
            "org/apache/http/nio/client/HttpAsyncClient")
        .in(nio + "InternalHttpAsyncClient", execute)
        .in(nio + "MinimalHttpAsyncClient", execute)
        .in(
            nio + "CloseableHttpAsyncClientBase",
            entry("apache4.close", "close", "()V").beside(manager),
            entry("apache4.close", "shutdown", "()V").beside(manager)); // of 4.0
  }

  /** HttpClient 5: classic, asynchronous and HTTP/2 clients are in one jar. */
  private static Client apache5() {
    String client = "org/apache/hc/client5/http/";
    String context = "Lorg/apache/hc/core5/http/protocol/HttpContext;";
    Seam execute =
        entry(
            "apache5.execute",
            "doExecute",
            "(Lorg/apache/hc/core5/http/HttpHost;Lorg/apache/hc/core5/http/ClassicHttpRequest;"
                + context
                + ")Lorg/apache/hc/client5/http/impl/classic/CloseableHttpResponse;");
    Seam async =
        entry(
            "apache5.async",
            "doExecute",
            "(Lorg/apache/hc/core5/http/HttpHost;"
                + "Lorg/apache/hc/core5/http/nio/AsyncRequestProducer;"
                + "Lorg/apache/hc/core5/http/nio/AsyncResponseConsumer;"
                + "Lorg/apache/hc/core5/http/nio/HandlerFactory;"
                + context
                + "Lorg/apache/hc/core5/concurrent/FutureCallback;)Ljava/util/concurrent/Future;");
    Seam stream =
        entry(
            "apache5.stream",
            "execute",
            "(Ljava/lang/String;Lorg/apache/hc/core5/http/nio/AsyncClientExchangeHandler;"
                + "Lorg/apache/hc/client5/http/protocol/HttpClientContext;)"
                + "Lorg/apache/hc/core5/concurrent/Cancellable;");
    Seam close = entry("apache5.close", "close", "()V");
    Seam closeMode = entry("apache5.close", "close", "(Lorg/apache/hc/core5/io/CloseMode;)V");
    Seam chain =
        notices(
            "apache5.chain",
            client + "impl/classic/ExecChainElement",
            "execute",
            "(Lorg/apache/hc/core5/http/ClassicHttpRequest;"
                + "Lorg/apache/hc/client5/http/classic/ExecChain$Scope;)"
                + "Lorg/apache/hc/core5/http/ClassicHttpResponse;");
    Seam acquire =
        entry(
            "apache5.acquire",
            "acquireEndpoint",
            "(Ljava/lang/String;Lorg/apache/hc/client5/http/HttpRoute;Ljava/lang/Object;"
                + "Lorg/apache/hc/client5/http/protocol/HttpClientContext;)V");
    Seam keepAlive =
        detour(
            "apache5.keepAlive",
            "org/apache/hc/core5/http/ConnectionReuseStrategy",
            "keepAlive",
            "(Lorg/apache/hc/core5/http/HttpRequest;Lorg/apache/hc/core5/http/HttpResponse;"
                + context
                + ")Z");
    String strategy = client + "HttpRequestRetryStrategy";
    Seam classicRetryRequest = retryRequest("apache5.classicRetryRequest", strategy, context);
    Seam classicRetryResponse = retryResponse("apache5.classicRetryResponse", strategy, context);
    Seam retryRequest = retryRequest("apache5.retryRequest", strategy, context);
    Seam retryResponse = retryResponse("apache5.retryResponse", strategy, context);
    return new Client(
            "Apache HttpClient 5",
            "io.redial.client.apache5.Apache5Adapter",
            "org/apache/hc",
            client + "HttpRoute")
        .in(client + "impl/classic/InternalHttpClient", execute, chain, close, closeMode)
        .in(client + "impl/classic/MinimalHttpClient", execute, keepAlive, close, closeMode)
        .in(client + "impl/classic/InternalExecRuntime", acquire)
        .in(client + "impl/classic/MainClientExec", keepAlive)
        .in(client + "impl/classic/HttpRequestRetryExec", classicRetryRequest, classicRetryResponse)
        .in(client + "impl/async/InternalAbstractHttpAsyncClient", async)
        .in(client + "impl/async/InternalH2AsyncExecRuntime", stream)
        .in(client + "impl/async/AbstractMinimalHttpAsyncClientBase", async)
        .in(client + "impl/async/AbstractHttpAsyncClientBase", close, closeMode)
        .in(client + "impl/async/AsyncHttpRequestRetryExec$1", retryRequest, retryResponse);
  }

  private static Seam retryRequest(String key, String strategy, String context) {
    return detour(
        key,
        strategy,
        "retryRequest",
        "(Lorg/apache/hc/core5/http/HttpRequest;Ljava/io/IOException;I" + context + ")Z");
  }

  private static Seam retryResponse(String key, String strategy, String context) {
    return detour(
        key,
        strategy,
        "retryRequest",
        "(Lorg/apache/hc/core5/http/HttpResponse;I" + context + ")Z");
  }
}
