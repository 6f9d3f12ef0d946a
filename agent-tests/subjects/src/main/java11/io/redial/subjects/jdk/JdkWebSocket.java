package io.redial.subjects.jdk;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;

/** Opens a WebSocket and tells what came of it. */
public final class JdkWebSocket implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) {
    Reply reply = new Reply();
    WebSocket.Builder builder =
        HttpClient.newHttpClient().newWebSocketBuilder().connectTimeout(Duration.ofSeconds(30));
    try {
      WebSocket socket =
          builder.buildAsync(URI.create(args.get("url")), new WebSocket.Listener() {}).join();
      reply.put("open", !socket.isOutputClosed());
      socket.abort();
    } catch (CompletionException thrown) {
      reply.thrown("thrown", thrown.getCause());
      if (thrown.getCause() instanceof WebSocketHandshakeException) {
        HttpResponse<?> refused = ((WebSocketHandshakeException) thrown.getCause()).getResponse();
        reply.put("status", refused.statusCode()).put("body", refused.body());
      }
    }
    return reply.facts();
  }
}
