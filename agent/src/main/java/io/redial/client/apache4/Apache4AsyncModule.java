package io.redial.client.apache4;

import static io.redial.client.Seam.entry;

import io.redial.client.ClientModule;
import io.redial.client.Seam;

/**
 * The module of HttpAsyncClient 4, which comes in its own jar and may have its own class loader.
 * The client itself retries nothing.
 */
public final class Apache4AsyncModule extends ClientModule {
  private static final String NAME = "Apache HttpAsyncClient 4";
  private static final String INTERNAL = "/impl/nio/client/InternalHttpAsyncClient";
  private static final String MINIMAL = "/impl/nio/client/MinimalHttpAsyncClient";
  private static final String CLOSEABLE = "/impl/nio/client/CloseableHttpAsyncClientBase";

  /** The listing of the client, see {@link ClientModule}. */
  public static final String LISTING =
      NAME
          + (";io.redial.client.apache4.Apache4AsyncModule;" + INTERNAL + ";" + MINIMAL)
          + (";" + CLOSEABLE);

  /** Creates the module. */
  public Apache4AsyncModule() {
    super(
        NAME,
        "io.redial.client.apache4.Apache4AsyncAdapter",
        "org/apache/http",
        "org/apache/http/nio/client/HttpAsyncClient");
    Seam execute =
        entry(
            "apache4.async",
            "execute",
            "(Lorg/apache/http/nio/protocol/HttpAsyncRequestProducer;"
                + "Lorg/apache/http/nio/protocol/HttpAsyncResponseConsumer;"
                + "Lorg/apache/http/protocol/HttpContext;"
                + "Lorg/apache/http/concurrent/FutureCallback;)Ljava/util/concurrent/Future;");
    weaves(INTERNAL, execute);
    weaves(MINIMAL, execute);
    String manager = "org/apache/http/nio/conn/NHttpClientConnectionManager";
    weaves(
        CLOSEABLE,
        entry("apache4.close", "close", "()V").beside(manager),
        entry("apache4.close", "shutdown", "()V").beside(manager)); // of 4.0
    mayLack(
        "org/apache/http/entity/BasicHttpEntity",
        "org/apache/http/entity/BufferedHttpEntity",
        "org/apache/http/entity/EntityTemplate",
        "org/apache/http/entity/FileEntity",
        "org/apache/http/entity/InputStreamEntity",
        "org/apache/http/impl/client/AbstractHttpClient",
        "org/apache/http/nio/protocol/BasicAsyncRequestProducer");
  }
}
