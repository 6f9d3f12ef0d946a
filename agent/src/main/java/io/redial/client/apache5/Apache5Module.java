package io.redial.client.apache5;

import static io.redial.client.Seam.chain;
import static io.redial.client.Seam.detour;
import static io.redial.client.Seam.entry;
import static io.redial.client.Seam.notices;

import io.redial.client.ClientModule;
import io.redial.client.Seam;

/** HttpClient 5: classic, asynchronous and HTTP/2 clients are in one jar. */
public final class Apache5Module extends ClientModule {
  private static final String NAME = "Apache HttpClient 5";
  private static final String CLASSIC = "/client5/http/impl/classic/";
  private static final String INTERNAL = CLASSIC + "InternalHttpClient";
  private static final String MINIMAL = CLASSIC + "MinimalHttpClient";
  private static final String CONNECT_EXEC = CLASSIC + "ConnectExec";
  private static final String MAIN_EXEC = CLASSIC + "MainClientExec";
  private static final String REDIRECT_EXEC = CLASSIC + "RedirectExec";
  private static final String RETRIES = CLASSIC + "HttpRequestRetryExec";
  private static final String ASYNC = "/client5/http/impl/async/";
  private static final String INTERNAL_ASYNC = ASYNC + "InternalAbstractHttpAsyncClient";
  private static final String H2_RUNTIME = ASYNC + "InternalH2AsyncExecRuntime";
  private static final String MINIMAL_ASYNC = ASYNC + "AbstractMinimalHttpAsyncClientBase";
  private static final String ASYNC_BASE = ASYNC + "AbstractHttpAsyncClientBase";
  private static final String ASYNC_RETRIES = ASYNC + "AsyncHttpRequestRetryExec$1";

  /** The client's listing, see {@link ClientModule}. */
  public static final String LISTING =
      NAME
          + (";io.redial.client.apache5.Apache5Module;" + INTERNAL + ";" + MINIMAL)
          + (";" + CONNECT_EXEC + ";" + MAIN_EXEC + ";" + REDIRECT_EXEC + ";" + RETRIES)
          + (";" + INTERNAL_ASYNC + ";" + H2_RUNTIME + ";" + MINIMAL_ASYNC)
          + (";" + ASYNC_BASE + ";" + ASYNC_RETRIES);

  private static final String CLIENT = "org/apache/hc/client5/http/";
  private static final String CORE = "org/apache/hc/core5/http/";
  private static final String CONTEXT = "Lorg/apache/hc/core5/http/protocol/HttpContext;";

  /** Declares the seams and the optional types of the client. */
  public Apache5Module() {
    super(NAME, "io.redial.client.apache5.Apache5Adapter", "org/apache/hc", CLIENT + "HttpRoute");
    Seam close = entry("apache5.close", "close", "()V");
    Seam closeMode = entry("apache5.close", "close", "(Lorg/apache/hc/core5/io/CloseMode;)V");
    classic(close, closeMode);
    asynchronous(close, closeMode);
    mayLack(
        CLIENT + "impl/async/CloseableHttpAsyncClient",
        CLIENT + "classic/ExecChain$Scope",
        CLIENT + "classic/methods/HttpUriRequestBase",
        CLIENT + "impl/classic/MinimalHttpClient",
        "org/apache/hc/core5/concurrent/ComplexFuture",
        CORE + "io/entity/BasicHttpEntity",
        CORE + "io/entity/InputStreamEntity",
        CORE + "nio/support/BasicRequestProducer",
        CORE + "protocol/BasicHttpContext",
        "org/apache/hc/core5/http2/H2Error",
        "org/apache/hc/core5/http2/H2StreamResetException");
    mayLackInterfaces(
        CLIENT + "async/AsyncExecRuntime",
        CLIENT + "classic/ExecRuntime",
        CORE + "nio/AsyncDataConsumer",
        CORE + "nio/AsyncDataProducer",
        CORE + "nio/AsyncEntityProducer",
        CORE + "nio/AsyncPushConsumer",
        CORE + "nio/AsyncRequestProducer",
        CORE + "nio/AsyncResponseConsumer",
        CORE + "nio/CapacityChannel",
        CORE + "nio/DataStreamChannel",
        CORE + "nio/HandlerFactory",
        CORE + "nio/RequestChannel",
        CORE + "nio/ResourceHolder",
        CORE + "nio/StreamChannel");
  }

  private void classic(Seam close, Seam closeMode) {
    Seam execute =
        entry(
            "apache5.execute",
            "doExecute",
            "(Lorg/apache/hc/core5/http/HttpHost;Lorg/apache/hc/core5/http/ClassicHttpRequest;"
                + CONTEXT
                + ")Lorg/apache/hc/client5/http/impl/classic/CloseableHttpResponse;");
    Seam chain =
        chain(
            "apache5.chain",
            CLIENT + "impl/classic/ExecChainElement",
            "execute",
            "(Lorg/apache/hc/core5/http/ClassicHttpRequest;"
                + "Lorg/apache/hc/client5/http/classic/ExecChain$Scope;)"
                + "Lorg/apache/hc/core5/http/ClassicHttpResponse;");
    Seam acquired =
        notices("apache5.acquired", CLIENT + "classic/ExecRuntime", "isEndpointConnected", "()Z");
    Seam redirect =
        notices(
            "apache5.redirect", CLIENT + "protocol/RedirectLocations", "add", "(Ljava/net/URI;)V");
    Seam keepAlive =
        detour(
            "apache5.keepAlive",
            CORE + "ConnectionReuseStrategy",
            "keepAlive",
            "(Lorg/apache/hc/core5/http/HttpRequest;Lorg/apache/hc/core5/http/HttpResponse;"
                + CONTEXT
                + ")Z");
    weaves(INTERNAL, chain, close, closeMode);
    weaves(MINIMAL, execute, acquired, keepAlive, close, closeMode);
    weaves(REDIRECT_EXEC, redirect);
    weaves(CONNECT_EXEC, acquired);
    weaves(MAIN_EXEC, keepAlive);
    weaves(
        RETRIES,
        retryRequest("apache5.classicRetryRequest"),
        retryResponse("apache5.classicRetryResponse"));
  }

  private void asynchronous(Seam close, Seam closeMode) {
    Seam execute =
        entry(
            "apache5.async",
            "doExecute",
            "(Lorg/apache/hc/core5/http/HttpHost;"
                + "Lorg/apache/hc/core5/http/nio/AsyncRequestProducer;"
                + "Lorg/apache/hc/core5/http/nio/AsyncResponseConsumer;"
                + "Lorg/apache/hc/core5/http/nio/HandlerFactory;"
                + CONTEXT
                + "Lorg/apache/hc/core5/concurrent/FutureCallback;)Ljava/util/concurrent/Future;");
    Seam stream =
        entry(
            "apache5.stream",
            "execute",
            "(Ljava/lang/String;Lorg/apache/hc/core5/http/nio/AsyncClientExchangeHandler;"
                + "Lorg/apache/hc/client5/http/protocol/HttpClientContext;)"
                + "Lorg/apache/hc/core5/concurrent/Cancellable;");
    weaves(INTERNAL_ASYNC, execute);
    weaves(H2_RUNTIME, stream);
    weaves(MINIMAL_ASYNC, execute);
    weaves(ASYNC_BASE, close, closeMode);
    weaves(
        ASYNC_RETRIES,
        retryRequest("apache5.retryRequest"),
        retryResponse("apache5.retryResponse"));
  }

  private static Seam retryRequest(String key) {
    return detour(
        key,
        CLIENT + "HttpRequestRetryStrategy",
        "retryRequest",
        "(Lorg/apache/hc/core5/http/HttpRequest;Ljava/io/IOException;I" + CONTEXT + ")Z");
  }

  private static Seam retryResponse(String key) {
    return detour(
        key,
        CLIENT + "HttpRequestRetryStrategy",
        "retryRequest",
        "(Lorg/apache/hc/core5/http/HttpResponse;I" + CONTEXT + ")Z");
  }
}
