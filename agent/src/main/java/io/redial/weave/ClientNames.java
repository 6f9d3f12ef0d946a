package io.redial.weave;

/**
 * The ends of the names of all classes that have a seam. Apart from {@link Clients}, because this
 * is all that a program without HTTP clients loads.
 */
final class ClientNames {
  static final String FOR_USERS =
      "java.net.http, Apache HttpClient 4 and 5, Apache HttpAsyncClient 4";

  static final String[] ENDINGS = {
    "jdk/internal/net/http/HttpClientFacade",
    "/impl/client/InternalHttpClient",
    "/impl/client/MinimalHttpClient",
    "/impl/client/AbstractHttpClient",
    "/impl/execchain/RetryExec",
    "/impl/execchain/ServiceUnavailableRetryExec",
    "/impl/client/DefaultRequestDirector",
    "/impl/client/AutoRetryHttpClient",
    "/impl/conn/BasicClientConnectionManager",
    "/impl/conn/PoolingClientConnectionManager",
    "/impl/conn/SingleClientConnManager",
    "/impl/conn/tsccm/ThreadSafeClientConnManager",
    "/impl/nio/client/InternalHttpAsyncClient",
    "/impl/nio/client/MinimalHttpAsyncClient",
    "/impl/nio/client/CloseableHttpAsyncClientBase",
    "/client5/http/impl/classic/InternalHttpClient",
    "/client5/http/impl/classic/MinimalHttpClient",
    "/client5/http/impl/classic/HttpRequestRetryExec",
    "/client5/http/impl/async/InternalAbstractHttpAsyncClient",
    "/client5/http/impl/async/AbstractMinimalHttpAsyncClientBase",
    "/client5/http/impl/async/AbstractHttpAsyncClientBase",
    "/client5/http/impl/async/AsyncHttpRequestRetryExec$1",
  };

  private ClientNames() {}
}
