package io.redial.subjects.jdk;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Authenticator;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;

/**
 * A call to {@code outer} within which the application calls {@code inner}: {@code where} is the
 * body handler, the authenticator or the body publisher; {@code async} says how. If there is a
 * {@code between}, the application calls that instead, and {@code inner} within that call.
 */
public final class JdkNested implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    Reply reply = new Reply();
    HttpClient other = HttpClient.newHttpClient();
    Runnable innermost = () -> reply.put("inner", status(other, args.get("inner"), () -> {}));
    String between = args.getOrDefault("between", "");
    HttpClient asked = HttpClient.newBuilder().authenticator(new Asking(innermost)).build();
    Runnable inner =
        between.isEmpty()
            ? innermost
            : args.get("where").equals("authenticator")
                ? () -> status(asked, between, () -> {})
                : () -> status(other, between, innermost);
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Executors.newCachedThreadPool(JdkNested::daemon));
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(args.get("outer")));
    BodyHandler<String> handler = BodyHandlers.ofString();
    switch (args.get("where")) {
      case "handler":
        handler =
            info -> {
              inner.run();
              return BodyHandlers.ofString().apply(info);
            };
        break;
      case "authenticator":
        builder.authenticator(new Asking(inner));
        break;
      default:
        request.POST(BodyPublishers.fromPublisher(asking(inner)));
    }
    HttpClient client = builder.build();
    HttpResponse<String> outer =
        Boolean.parseBoolean(args.get("async"))
            ? client.sendAsync(request.build(), handler).get()
            : client.send(request.build(), handler);
    return reply.put("outer", outer.statusCode()).put("body", outer.body()).facts();
  }

  private static Flow.Publisher<ByteBuffer> asking(Runnable inner) {
    return subscriber -> {
      inner.run();
      BodyPublishers.ofString("after the inner call").subscribe(subscriber);
    };
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  private static int status(HttpClient client, String url, Runnable within) {
    BodyHandler<Void> handler =
        info -> {
          within.run();
          return BodyHandlers.discarding().apply(info);
        };
    try {
      return client.send(HttpRequest.newBuilder(URI.create(url)).build(), handler).statusCode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Fetches its password from elsewhere. */
  private static final class Asking extends Authenticator {
    private final Runnable inner;

    Asking(Runnable inner) {
      this.inner = inner;
    }

    @Override
    protected PasswordAuthentication getPasswordAuthentication() {
      inner.run();
      return new PasswordAuthentication("user", "secret".toCharArray());
    }
  }
}
