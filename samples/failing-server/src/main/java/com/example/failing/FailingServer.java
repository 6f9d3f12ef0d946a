package com.example.failing;

import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Both halves of the failing server, and what they have seen. */
public final class FailingServer implements AutoCloseable {
  private final WireMockServer http;
  private final ResettingServer sockets;

  private FailingServer(WireMockServer http, ResettingServer sockets) {
    this.http = http;
    this.sockets = sockets;
  }

  /** Starts on free ports of the loopback interface. */
  public static FailingServer start() throws IOException {
    WireMockServer http = new WireMockServer(options().bindAddress("127.0.0.1").dynamicPort());
    http.start();
    Script.stubs().forEach(http::stubFor);
    return new FailingServer(http, ResettingServer.start());
  }

  /** Where a path of the script is to be found. */
  public URI uri(String path) {
    int port = ResettingServer.serves(path) ? sockets.port() : http.port();
    return URI.create("http://127.0.0.1:" + port + path);
  }

  /** The requests for that path since the script last began, oldest first. */
  public List<Attempt> attempts(String path) {
    return Stream.concat(
            sockets.attempts().stream(),
            http.getAllServeEvents().stream().map(event -> attempt(event.getRequest())))
        .filter(attempt -> attempt.path().equals(path))
        .sorted(Comparator.comparing(Attempt::at))
        .toList();
  }

  /** Begins the script anew. */
  public void rewind() {
    http.resetScenarios();
    http.resetRequests();
    sockets.rewind();
  }

  @Override
  public void close() throws IOException {
    http.stop();
    sockets.close();
  }

  private static Attempt attempt(LoggedRequest request) {
    return new Attempt(
        request.getLoggedDate().toInstant(),
        request.getMethod().getName(),
        request.getUrl(),
        new String(request.getBody(), StandardCharsets.ISO_8859_1));
  }
}
