package com.example.initializing;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * Serves from its first moment, and wrongly until it is initialised: its rules of access are not
 * loaded yet, so that it says 403 to everybody.
 */
public final class InitializingServer implements AutoCloseable {
  private final HttpServer http;
  private final HttpContext context;
  private volatile boolean initialized;

  private InitializingServer(int port) throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    context = http.createContext("/", this::serve);
  }

  /**
   * Starts a server that knows the header.
   *
   * @param port of the loopback, 0 for any
   * @param retryAfterSeconds when clients that ask are told to come back
   */
  public static InitializingServer start(int port, int retryAfterSeconds) throws IOException {
    InitializingServer server = new InitializingServer(port);
    server.context.getFilters().add(new ReadyFilter(() -> server.initialized, retryAfterSeconds));
    server.http.start();
    return server;
  }

  /** Starts one of an older version, which does not. */
  public static InitializingServer startOlder() throws IOException {
    InitializingServer server = new InitializingServer(0);
    server.http.start();
    return server;
  }

  /** Ends the initialisation. */
  public void initialized() {
    initialized = true;
  }

  /** Address of a resource. */
  public String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/api/v1/pods";
  }

  @Override
  public void close() {
    http.stop(0);
  }

  private void serve(HttpExchange exchange) throws IOException {
    byte[] body = (initialized ? "pods\n" : "forbidden\n").getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(initialized ? 200 : 403, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
