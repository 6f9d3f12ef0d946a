package io.redial.client.apache4;

import static io.redial.client.Seam.detour;
import static io.redial.client.Seam.entry;
import static io.redial.client.Seam.returns;

import io.redial.client.ClientModule;
import io.redial.client.Seam;

/**
 * The module of HttpClient 4. In 4.3 to 4.5 every {@code execute} ends in {@code doExecute}; in
 * older versions it ends in {@code AbstractHttpClient}.
 */
public final class Apache4Module extends ClientModule {
  private static final String NAME = "Apache HttpClient 4";
  private static final String INTERNAL = "/impl/client/InternalHttpClient";
  private static final String MINIMAL = "/impl/client/MinimalHttpClient";
  private static final String ABSTRACT = "/impl/client/AbstractHttpClient";
  private static final String RETRIES = "/impl/execchain/RetryExec";
  private static final String BUSY_RETRIES = "/impl/execchain/ServiceUnavailableRetryExec";
  private static final String MAIN_EXEC = "/impl/execchain/MainClientExec";
  private static final String MINIMAL_EXEC = "/impl/execchain/MinimalClientExec";
  private static final String DIRECTOR = "/impl/client/DefaultRequestDirector";
  private static final String AUTO_RETRY = "/impl/client/AutoRetryHttpClient";
  private static final String REQUEST_WRAPPER = "/client/methods/HttpRequestWrapper";
  private static final String OLD_REQUEST_WRAPPER = "/impl/client/RequestWrapper";
  private static final String BASIC_MANAGER = "/impl/conn/BasicClientConnectionManager";
  private static final String POOLING_MANAGER = "/impl/conn/PoolingClientConnectionManager";
  private static final String SINGLE_MANAGER = "/impl/conn/SingleClientConnManager";
  private static final String SAFE_MANAGER = "/impl/conn/tsccm/ThreadSafeClientConnManager";

  /** The listing of the client, see {@link ClientModule}. */
  public static final String LISTING =
      NAME
          + (";io.redial.client.apache4.Apache4Module;" + INTERNAL + ";" + MINIMAL)
          + (";" + ABSTRACT + ";" + RETRIES + ";" + BUSY_RETRIES + ";" + MAIN_EXEC)
          + (";" + MINIMAL_EXEC + ";" + DIRECTOR + ";" + AUTO_RETRY + ";" + REQUEST_WRAPPER)
          + (";" + OLD_REQUEST_WRAPPER + ";" + BASIC_MANAGER + ";" + POOLING_MANAGER)
          + (";" + SINGLE_MANAGER + ";" + SAFE_MANAGER);

  private static final String HTTP = "org/apache/http/";
  private static final String CONTEXT = "Lorg/apache/http/protocol/HttpContext;)";
  private static final String RESPONSE = "Lorg/apache/http/HttpResponse;";

  /** Creates the module. */
  public Apache4Module() {
    super(
        NAME,
        "io.redial.client.apache4.Apache4Adapter",
        "org/apache/http",
        HTTP + "client/HttpClient");
    entries();
    retries();
    connections();
    mayLack(
        HTTP + "entity/BasicHttpEntity",
        HTTP + "entity/BufferedHttpEntity",
        HTTP + "entity/EntityTemplate",
        HTTP + "entity/FileEntity",
        HTTP + "entity/InputStreamEntity",
        HTTP + "impl/client/AbstractHttpClient");
  }

  private void entries() {
    String arguments = "(Lorg/apache/http/HttpHost;Lorg/apache/http/HttpRequest;" + CONTEXT;
    Seam execute =
        entry(
            "apache4.execute",
            "doExecute",
            arguments + "Lorg/apache/http/client/methods/CloseableHttpResponse;");
    Seam executeOf42 = entry("apache4.execute", "execute", arguments + RESPONSE);
    Seam close = entry("apache4.close", "close", "()V");
    weaves(INTERNAL, execute, close);
    weaves(MINIMAL, execute, close);
    weaves(ABSTRACT, execute, executeOf42, close);
    // From 4.3 on, and in the old clients, interceptors see a wrapper of the request.
    Seam original = returns("getOriginal", "()Lorg/apache/http/HttpRequest;");
    weaves(REQUEST_WRAPPER, original);
    weaves(OLD_REQUEST_WRAPPER, original);
  }

  private void retries() {
    Seam retryRequest =
        detour(
            "apache4.retryRequest",
            HTTP + "client/HttpRequestRetryHandler",
            "retryRequest",
            "(Ljava/io/IOException;I" + CONTEXT + "Z");
    Seam retryResponse =
        detour(
            "apache4.retryResponse",
            HTTP + "client/ServiceUnavailableRetryStrategy",
            "retryRequest",
            "(" + RESPONSE + "I" + CONTEXT + "Z");
    weaves(RETRIES, retryRequest);
    weaves(BUSY_RETRIES, retryResponse);
    weaves(DIRECTOR, retryRequest);
    weaves(AUTO_RETRY, retryResponse);
  }

  private void connections() {
    Seam keepAlive =
        detour(
            "apache4.keepAlive",
            HTTP + "ConnectionReuseStrategy",
            "keepAlive",
            "(" + RESPONSE + CONTEXT + "Z");
    weaves(MAIN_EXEC, keepAlive);
    weaves(MINIMAL_EXEC, keepAlive);
    weaves(DIRECTOR, keepAlive);
    // Clients up to 4.2, and DefaultHttpClient in all versions, are closed through their pool.
    Seam shutdown =
        entry("apache4.shutdown", "shutdown", "()V").beside(HTTP + "conn/ClientConnectionManager");
    weaves(BASIC_MANAGER, shutdown);
    weaves(POOLING_MANAGER, shutdown);
    weaves(SINGLE_MANAGER, shutdown);
    weaves(SAFE_MANAGER, shutdown);
  }
}
