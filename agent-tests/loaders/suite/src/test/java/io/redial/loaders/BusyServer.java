package io.redial.loaders;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Fails the first two times that a path is asked for, then answers 200: with 503 and the {@code
 * Retry-After} that the path begins with, or as the path's first word says.
 */
final class BusyServer implements AutoCloseable {
  private static final String CALM = "calm";
  private static final String CUT = "cut";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Integer> attempts = new ConcurrentHashMap<>();
  private final Set<InetSocketAddress> peers = ConcurrentHashMap.newKeySet();

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
    return url(Integer.toString(retryAfter), name);
  }

  /** A URL that never fails. */
  String calmUrl(String name) {
    return url(CALM, name);
  }

  /** A URL that twice closes the connection without an answer. */
  String cutUrl(String name) {
    return url(CUT, name);
  }

  private String url(String first, String name) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + first + "/" + name;
  }

  /** How often a URL was asked for. */
  int attempts(String url) {
    return attempts.getOrDefault(URI.create(url).getPath(), 0);
  }

  /** Whether it has been asked for. */
  boolean isAsked(String url) {
    return attempts(url) > 0;
  }

  /** How many connections requests have come on. */
  int connections() {
    return peers.size();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      peers.add(exchange.getRemoteAddress());
      String path = exchange.getRequestURI().getPath();
      int attempt = attempts.merge(path, 1, Integer::sum);
      String first = path.substring(1, path.indexOf('/', 1));
      boolean fails = attempt <= 2 && !first.equals(CALM);
      if (fails && first.equals(CUT)) {
        return;
      }
      if (fails) {
        exchange.getResponseHeaders().set("Retry-After", first);
      }
      byte[] body = ("attempt " + attempt).getBytes(StandardCharsets.US_ASCII);
      exchange.sendResponseHeaders(fails ? 503 : 200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
