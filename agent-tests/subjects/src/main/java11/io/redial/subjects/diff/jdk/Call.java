package io.redial.subjects.diff.jdk;

import io.redial.subjects.diff.Journal;
import io.redial.subjects.diff.Same;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A call by one of the two methods, and what its caller sees. */
final class Call {
  private static final HttpClient SHARED =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();

  private final Journal journal;
  private final boolean async;
  private final HttpClient client;

  Call(Journal journal, boolean async) {
    this(journal, async, SHARED);
  }

  Call(Journal journal, boolean async, HttpClient client) {
    this.journal = journal;
    this.async = async;
    this.client = client;
  }

  /** The name of the method, for the name of a case. */
  static String way(boolean async) {
    return async ? "sendAsync" : "send";
  }

  /** Makes it, and writes down how it ended. */
  void make(HttpRequest request, BodyHandler<?> handler) {
    HttpResponse<?> response;
    try {
      response =
          async ? outcome(client.sendAsync(request, handler)) : client.send(request, handler);
    } catch (Throwable thrown) {
      journal.thrown("thrown", thrown);
      return;
    }
    show(request, response);
  }

  private HttpResponse<?> outcome(CompletableFuture<? extends HttpResponse<?>> future)
      throws InterruptedException, ExecutionException, TimeoutException {
    CountDownLatch told = new CountDownLatch(1);
    CompletableFuture<?> dependent =
        future.whenComplete(
            (response, thrown) -> {
              journal.note(
                  "dependent", thrown == null ? "a response" : thrown.getClass().getName());
              told.countDown();
            });
    try {
      return future.get(10, TimeUnit.SECONDS);
    } finally {
      told.await(5, TimeUnit.SECONDS);
      journal.note("dependent is", dependent.getClass().isInstance(future));
      journal.note(
          "future",
          "done="
              + future.isDone()
              + " cancelled="
              + future.isCancelled()
              + " exceptional="
              + future.isCompletedExceptionally());
    }
  }

  /** Writes down all that a response shows. */
  void show(HttpRequest request, HttpResponse<?> response) {
    if (response == null) {
      journal.note("response", "null");
      return;
    }
    journal.note(
        "response",
        response.statusCode() + " " + response.version() + " " + response.headers().map());
    journal.note("response class", response.getClass().getName());
    journal.note("response uri", response.uri());
    journal.note("response ssl", response.sslSession());
    journal.note("response text", response);
    HttpRequest shown = response.request();
    journal.note(
        "request",
        "equal="
            + shown.equals(request)
            + " equals="
            + request.equals(shown)
            + " hash="
            + (shown.hashCode() == request.hashCode())
            + " text="
            + shown
            + " headers="
            + shown.headers().map()
            + " timeout="
            + shown.timeout()
            + " version="
            + shown.version()
            + " expects="
            + shown.expectContinue());
    journal.note("request class", shown.getClass().getName() + " same=" + Same.are(shown, request));
    journal.note("request publisher", publisher(request, shown));
    for (Optional<? extends HttpResponse<?>> previous = response.previousResponse();
        previous.isPresent();
        previous = previous.get().previousResponse()) {
      HttpResponse<?> before = previous.get();
      journal.note(
          "previous",
          before.statusCode()
              + " "
              + before.uri()
              + " "
              + before.headers().map()
              + " body="
              + before.body());
      journal.note("previous class", before.getClass().getName());
    }
    body(response.body());
  }

  private static String publisher(HttpRequest request, HttpRequest shown) {
    return shown.bodyPublisher().map(p -> p.getClass().getName()).orElse("none")
        + " same="
        + Same.are(shown.bodyPublisher().orElse(null), request.bodyPublisher().orElse(null));
  }

  private void body(Object body) {
    journal.note("body class", body == null ? "null" : body.getClass().getName());
    journal.result("body", () -> text(body));
  }

  private static String text(Object body) throws Exception {
    if (body instanceof byte[]) {
      return new String((byte[]) body, StandardCharsets.ISO_8859_1);
    }
    if (body instanceof InputStream) {
      try (InputStream in = (InputStream) body) {
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      }
    }
    if (body instanceof Stream) {
      return String.join("/", ((Stream<?>) body).map(String::valueOf).toArray(String[]::new));
    }
    if (body instanceof Path) {
      return body + ": " + Files.readString((Path) body, StandardCharsets.ISO_8859_1);
    }
    if (body instanceof Flow.Publisher) {
      @SuppressWarnings("unchecked")
      Flow.Publisher<List<ByteBuffer>> publisher = (Flow.Publisher<List<ByteBuffer>>) body;
      HttpResponse.BodySubscriber<String> subscriber =
          HttpResponse.BodySubscribers.ofString(StandardCharsets.ISO_8859_1);
      publisher.subscribe(subscriber);
      return subscriber.getBody().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
    return String.valueOf(body);
  }
}
