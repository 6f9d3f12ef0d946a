package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Rule;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Prometheus gets by the sample's rules for jmx_exporter, from its agent beside ours. */
final class MetricsTest {
  private static final Path RULES = Path.of("../../samples/observe/jmx-exporter.yml");

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<String> scrape(int port) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build();
      String body = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
      return body.lines().filter(line -> line.startsWith("redial_")).toList();
    } catch (IOException e) {
      return List.of();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @Rule("11.4")
  void theSeriesArriveWithTheirLabels() throws IOException {
    int port = freePort();
    String exporter =
        "-javaagent:" + AgentJar.other("jmx_prometheus_javaagent.jar") + "=127.0.0.1:" + port;
    Jvm jvm =
        Jvm.of(Jdks.running())
            .arg(exporter + ":" + RULES.toAbsolutePath().normalize())
            .agent("jitter=none,backoff=none,max-retries=1");
    try (FaultServer server = new FaultServer();
        Fetcher program = Fetcher.start(jvm)) {
      server.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("up"));
      program.get(server.url());
      program.get(server.url());

      String host = "{host=\"" + server.url("") + "\",";
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(scrape(port))
                      .contains(
                          "redial_call_retries_total" + host + "reason=\"retry-after\"} 1.0",
                          "redial_call_retries_not_made_total"
                              + host
                              + "reason=\"max-retries\"} 1.0",
                          "redial_calls_total 2.0",
                          "redial_calls_waiting 0.0",
                          "redial_enabled 1.0",
                          "redial_option_faults 0.0",
                          "redial_replay_buffer_bytes 0.0"));
    }
  }
}
