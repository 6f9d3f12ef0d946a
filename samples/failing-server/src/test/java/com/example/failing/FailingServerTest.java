package com.example.failing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FailingServerTest {
  private final HttpClient client = HttpClient.newHttpClient();
  private FailingServer server;

  @BeforeEach
  void start() throws IOException {
    server = FailingServer.start();
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  @Test
  void answersByTheScriptAndBeginsItAnew() throws Exception {
    assertThat(get("/stock/42").statusCode()).isEqualTo(503);
    assertThat(get("/stock/42").headers().firstValue("Retry-After")).hasValue("1");
    assertThat(get("/stock/42").statusCode()).isEqualTo(200);
    assertThat(server.attempts("/stock/42")).hasSize(3);

    server.rewind();

    assertThat(server.attempts("/stock/42")).isEmpty();
    assertThat(get("/stock/42").statusCode()).isEqualTo(503);
  }

  @Test
  void resetsAsOftenAsThePathSays() throws Exception {
    assertThatThrownBy(() -> get("/prices/42?resets=1")).isInstanceOf(IOException.class);
    assertThat(get("/prices/42?resets=1").body()).isEqualTo("9.95\n");
  }

  @Test
  void keepsTheBytesOfAStreamedBodyThatItResets() {
    byte[] body = new byte[20_000];
    HttpRequest post =
        HttpRequest.newBuilder(server.uri("/payments"))
            .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))
            .build();

    assertThatThrownBy(() -> client.send(post, BodyHandlers.ofString()))
        .isInstanceOf(IOException.class);

    assertThat(server.attempts("/payments"))
        .singleElement()
        .satisfies(attempt -> assertThat(attempt.body()).hasSize(body.length));
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(HttpRequest.newBuilder(server.uri(path)).build(), BodyHandlers.ofString());
  }
}
