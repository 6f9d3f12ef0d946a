package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Exchange;
import io.redial.contract.server.FaultServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Rule 1.6: a WebSocket handshake is left to the client. */
final class WebSocketTest {
  private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; // RFC 6455, 1.3

  private static final List<String> OPTIONS =
      List.of(
          "",
          "attempt-header=X-Attempt",
          "per-try-timeout=20s",
          "if-ready=true",
          "rate-limit=bucket:100:100",
          "mode=observe",
          "max-retries=0");

  @ContractTest(slice = true)
  @Rule({"1.1", "1.6"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aHandshakeSucceedsWhateverTheOptions(Subject subject) {
    for (String options : OPTIONS) {
      try (FaultServer server = new FaultServer().plays(WebSocketTest::accept)) {
        Map<String, String> told = open(subject.with(options), server);

        assertThat(told).as(options).containsEntry("open", "true");
        assertThat(server.attempts()).as(options).hasSize(1);
        assertThat(server.attempts().get(0).header("X-Attempt")).isNull();
        assertThat(server.attempts().get(0).header("X-Kubernetes-If-Ready")).isNull();
      }
    }
  }

  @ContractTest(slice = true)
  @Rule({"1.1", "1.6"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aRefusedHandshakeIsNotRetried(Subject subject) {
    for (String options : OPTIONS) {
      try (FaultServer server =
          new FaultServer().plays(Answer.unavailable("0"), WebSocketTest::accept)) {
        Map<String, String> told = open(subject.with(options), server);

        assertThat(told)
            .as(options)
            .containsEntry("thrown.0.class", "java.net.http.WebSocketHandshakeException")
            .containsEntry("status", "503");
        assertThat(server.attempts()).as(options).hasSize(1);
      }
    }
  }

  private static Map<String, String> open(Subject subject, FaultServer server) {
    return subject.run(
        "io.redial.subjects.jdk.JdkWebSocket", Map.of("url", server.url().replace("http:", "ws:")));
  }

  private static boolean accept(Exchange exchange) throws IOException {
    exchange.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: "
            + answerTo(exchange.attempt().header("Sec-WebSocket-Key"))
            + "\r\n\r\n");
    exchange.awaitEnd();
    return false;
  }

  private static String answerTo(String key) {
    try {
      byte[] text = (key + MAGIC).getBytes(StandardCharsets.US_ASCII);
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
