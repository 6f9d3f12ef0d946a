package io.redial.loaders;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Answers each path twice with 503 and the {@code Retry-After} that it begins with, then 200. */
final class BusyServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Integer> attempts = new ConcurrentHashMap<>();

  private BusyServer(HttpServer server) {
    this.server = server;
  }

  static BusyServer start() throws IOException {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    BusyServer busy = new BusyServer(HttpServer.create(anyPort, 0));
    busy.server.setExecutor(busy.threads);
    busy.server.createContext("/", busy::answer);
    busy.server.start();
    return busy;
  }

  /**
   * A URL that fails twice.
   *
   * @param retryAfter the hint, in seconds
   * @param name tells it from others
   */
  String url(int retryAfter, String name) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path(retryAfter, name);
  }

  /** How often it was asked for. */
  int attempts(int retryAfter, String name) {
    return attempts.getOrDefault(path(retryAfter, name), 0);
  }

  private static String path(int retryAfter, String name) {
    return "/" + retryAfter + "/" + name;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      int attempt = attempts.merge(path, 1, Integer::sum);
      if (attempt <= 2) {
        exchange.getResponseHeaders().set("Retry-After", path.substring(1, path.indexOf('/', 1)));
      }
      byte[] body = ("attempt " + attempt).getBytes(StandardCharsets.US_ASCII);
      exchange.sendResponseHeaders(attempt <= 2 ? 503 : 200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
