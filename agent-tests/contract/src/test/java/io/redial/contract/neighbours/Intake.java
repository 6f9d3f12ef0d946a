package io.redial.contract.neighbours;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Takes in all that a tracing agent sends, on the loopback. */
final class Intake implements AutoCloseable {
  /** What Elastic's and Datadog's agents ask the other side about itself. */
  private static final byte[] ABOUT =
      "{\"version\":\"8.17.0\",\"endpoints\":[\"/v0.4/traces\"]}"
          .getBytes(StandardCharsets.US_ASCII);

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  Intake() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  int port() {
    return server.getAddress().getPort();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      try (InputStream body = exchange.getRequestBody()) {
        body.transferTo(OutputStream.nullOutputStream());
      }
      exchange.sendResponseHeaders(200, ABOUT.length);
      exchange.getResponseBody().write(ABOUT);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
