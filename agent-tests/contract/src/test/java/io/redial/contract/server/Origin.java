package io.redial.contract.server;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static com.github.tomakehurst.wiremock.stubbing.Scenario.STARTED;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A resource of a test's own on the WireMock server that all tests share: it gives one response
 * after the other, and the last for ever.
 */
public final class Origin implements AutoCloseable {
  private static final AtomicLong NUMBERS = new AtomicLong();

  /** The shared server as host and port, once it was started. */
  private static volatile String shared = "";

  private final String path = "/resource/" + NUMBERS.incrementAndGet();
  private final List<StubMapping> stubs = new ArrayList<>();

  /** The server, started when first wanted. */
  private static final class Shared {
    private static final WireMockServer SERVER = start();

    private static WireMockServer start() {
      WireMockServer server =
          new WireMockServer(
              wireMockConfig()
                  .bindAddress("127.0.0.1")
                  .dynamicPort()
                  .containerThreads(64)
                  // Longer than any run: a subject's pooled connection must not go stale by itself.
                  .jettyIdleTimeout(3_600_000L)
                  .gzipDisabled(true));
      server.start();
      shared = "127.0.0.1:" + server.port();
      return server;
    }
  }

  /**
   * Whether tests share that server, so that options cannot be those of one test's servers.
   *
   * @param server host and port
   */
  public static boolean isShared(String server) {
    return server.equals(shared);
  }

  /** What the resource answers, in order. */
  public Origin replies(ResponseDefinitionBuilder... responses) {
    for (int i = 0; i < responses.length; i++) {
      boolean last = i == responses.length - 1;
      stubs.add(
          Shared.SERVER.stubFor(
              any(urlPathEqualTo(path))
                  .inScenario(path)
                  .whenScenarioStateIs(i == 0 ? STARTED : "after " + i)
                  .willSetStateTo("after " + (last ? i : i + 1))
                  .willReturn(responses[i])));
    }
    return this;
  }

  /** Its address. */
  public String url() {
    return "http://127.0.0.1:" + Shared.SERVER.port() + path;
  }

  /** Its path. */
  public String path() {
    return path;
  }

  /** Every request for it, in order of arrival. */
  public List<LoggedRequest> attempts() {
    return Shared.SERVER.findAll(anyRequestedFor(urlPathEqualTo(path)));
  }

  @Override
  public void close() {
    stubs.forEach(Shared.SERVER::removeStub);
  }
}
