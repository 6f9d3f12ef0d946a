package io.redial.subjects.jdk;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An application that keeps all that it got from its calls ({@code times} of them, each with
 * another kind of body, blocking and not), but not the client: tells whether that can be collected.
 */
public final class JdkRetained implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    List<Object> kept = new ArrayList<>();
    WeakReference<HttpClient> client = calls(args, kept);
    for (int i = 0; i < 100 && client.get() != null; i++) {
      System.gc();
      Thread.sleep(100);
    }
    return new Reply().put("kept", kept.size()).put("held", client.get() != null).facts();
  }

  private static WeakReference<HttpClient> calls(Map<String, String> args, List<Object> kept)
      throws InterruptedException {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.ALWAYS)
            .build();
    for (int i = 0; i < Integer.parseInt(args.get("times")); i++) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(args.get("url"))).POST(body(i)).build();
      CompletableFuture<?> future = client.sendAsync(request, BodyHandlers.ofString());
      kept.add(request);
      kept.add(future);
      kept.add(future.thenApply(response -> response));
      try {
        kept.add(future.get());
        kept.add(client.send(request, BodyHandlers.ofInputStream()));
      } catch (IOException | ExecutionException failed) {
        kept.add(failed);
      }
    }
    return new WeakReference<>(client);
  }

  private static BodyPublisher body(int number) {
    byte[] bytes = new byte[5_000];
    switch (number % 3) {
      case 0:
        return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes));
      case 1:
        return BodyPublishers.fromPublisher(
            new Pieces(bytes, new AtomicInteger(), Integer.MAX_VALUE), bytes.length);
      default:
        return BodyPublishers.ofByteArray(bytes);
    }
  }
}
