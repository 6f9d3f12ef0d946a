package com.example.shop;

import com.example.calls.Call;
import com.example.calls.CallList;
import com.example.calls.Caller;
import com.example.calls.OrderLines;
import com.example.calls.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Makes the calls that its command line lists: {@code NAME=get|get-async|post|post-stream:URL}. */
public final class JdkShop implements Caller {
  private static final int LINES = 4_000;

  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  public static void main(String[] arguments) throws IOException {
    CallList.of(arguments).run(new JdkShop(), System.out);
  }

  @Override
  public Reply make(Call call) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(call.uri()).header("Accept", "text/plain");
    switch (call.verb()) {
      case "get":
        return send(request.GET().build());
      case "get-async":
        return sendAsync(request.GET().build());
      case "post":
        return send(request.POST(BodyPublishers.ofString("amount=12.50")).build());
      case "post-stream":
        InputStream order = OrderLines.stream("", LINES, n -> "article-" + n + ";1\n", "");
        return send(request.POST(BodyPublishers.ofInputStream(() -> order)).build());
      default:
        throw new IllegalArgumentException("unknown verb: " + call.verb());
    }
  }

  private Reply send(HttpRequest request) throws IOException, InterruptedException {
    return reply(client.send(request, BodyHandlers.ofString()));
  }

  private Reply sendAsync(HttpRequest request) throws Exception {
    CompletableFuture<Reply> reply =
        client.sendAsync(request, BodyHandlers.ofString()).thenApply(JdkShop::reply);
    try {
      return reply.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception ? (Exception) e.getCause() : e;
    }
  }

  private static Reply reply(HttpResponse<String> response) {
    return new Reply(response.statusCode(), response.body());
  }
}
