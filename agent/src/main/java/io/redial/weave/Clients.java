package io.redial.weave;

/**
 * The clients and their entry points: to add one, add it here. Names only, because this is read
 * before any of these classes is loaded.
 */
final class Clients {
  /** Every class that has a seam; what the transformer compares with, so it is a plain array. */
  static final String[] CLASSES = {"jdk/internal/net/http/HttpClientFacade"};

  private static final String REQUEST = "Ljava/net/http/HttpRequest;";
  private static final String HANDLER = "Ljava/net/http/HttpResponse$BodyHandler;";
  private static final String PUSH = "Ljava/net/http/HttpResponse$PushPromiseHandler;";
  private static final String RESPONSE = "Ljava/net/http/HttpResponse;";
  private static final String FUTURE = "Ljava/util/concurrent/CompletableFuture;";

  private Clients() {}

  /** The client that a class belongs to, or null. */
  static Client of(String internalClassName) {
    return internalClassName.startsWith("jdk/") ? Jdk.CLIENT : null;
  }

  /** The client of a seam's key, of which the part before the dot is the client's. */
  static Client ofSeam(String key) {
    return key.startsWith("jdk.") ? Jdk.CLIENT : null;
  }

  /** java.net.http: the facade is what every application holds; tracing agents weave below it. */
  private static final class Jdk {
    private static final String FACADE = "jdk/internal/net/http/HttpClientFacade";
    static final Client CLIENT =
        new Client("java.net.http", "io.redial.client.jdk.JdkAdapter")
            .seam(FACADE, "jdk.send", "send", "(" + REQUEST + HANDLER + ")" + RESPONSE)
            .seam(FACADE, "jdk.sendAsync", "sendAsync", "(" + REQUEST + HANDLER + ")" + FUTURE)
            .seam(
                FACADE, "jdk.sendAsync", "sendAsync", "(" + REQUEST + HANDLER + PUSH + ")" + FUTURE)
            .seam(FACADE, "jdk.shutdown", "shutdown", "()V")
            .seam(FACADE, "jdk.shutdown", "close", "()V")
            .seam(FACADE, "jdk.shutdownNow", "shutdownNow", "()V");
  }
}
