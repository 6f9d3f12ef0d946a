package com.example.initializing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

/** The four cases of KEP-3028's test plan, and the two of its version skew. */
final class ReadyFilterTest {

  @Test
  void turnsAwayAClientThatAsksBeforeTheServerIsInitialised() throws Exception {
    try (InitializingServer server = InitializingServer.start(0, 5)) {
      HttpResponse<String> response = get(server, true);

      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(response.headers().firstValue("Retry-After")).contains("5");
      assertThat(response.headers().firstValue("X-Kubernetes-Ready")).contains("false");
    }
  }

  @Test
  void servesAClientThatDoesNotAskBeforeTheServerIsInitialised() throws Exception {
    try (InitializingServer server = InitializingServer.start(0, 5)) {
      HttpResponse<String> response = get(server, false);

      assertThat(response.statusCode()).as("as wrong as ever").isEqualTo(403);
      assertThat(response.headers().map()).doesNotContainKeys("Retry-After", "X-Kubernetes-Ready");
    }
  }

  @Test
  void tellsAClientThatAsksThatTheServerIsInitialised() throws Exception {
    try (InitializingServer server = InitializingServer.start(0, 5)) {
      server.initialized();

      HttpResponse<String> response = get(server, true);

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().firstValue("X-Kubernetes-Ready")).contains("true");
      assertThat(response.headers().map()).doesNotContainKey("Retry-After");
    }
  }

  @Test
  void tellsNothingToAClientThatDoesNotAsk() throws Exception {
    try (InitializingServer server = InitializingServer.start(0, 5)) {
      server.initialized();

      HttpResponse<String> response = get(server, false);

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().map()).doesNotContainKeys("Retry-After", "X-Kubernetes-Ready");
    }
  }

  @Test
  void anOlderServerShowsByItsSilenceThatItDoesNotKnowTheHeader() throws Exception {
    try (InitializingServer server = InitializingServer.startOlder()) {
      HttpResponse<String> early = get(server, true);
      server.initialized();
      HttpResponse<String> late = get(server, true);

      assertThat(early.statusCode()).isEqualTo(403);
      assertThat(late.statusCode()).isEqualTo(200);
      assertThat(early.headers().map()).doesNotContainKeys("Retry-After", "X-Kubernetes-Ready");
      assertThat(late.headers().map()).doesNotContainKeys("Retry-After", "X-Kubernetes-Ready");
    }
  }

  @Test
  void aServerThatKnowsTheHeaderShowsItWhateverItsState() throws Exception {
    try (InitializingServer server = InitializingServer.start(0, 5)) {
      assertThat(get(server, true).headers().map()).containsKey("X-Kubernetes-Ready");
      server.initialized();
      assertThat(get(server, true).headers().map()).containsKey("X-Kubernetes-Ready");
    }
  }

  private static HttpResponse<String> get(InitializingServer server, boolean asks)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url()));
    if (asks) {
      request.header("X-Kubernetes-If-Ready", "true");
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }
}
