package io.redial.subjects.readers;

import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.jdk.JdkHttpClient;
import dev.langchain4j.http.client.sse.DefaultServerSentEventParser;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Reads server-sent events up to the last one, and prints {@code data: } and each event's data. */
public final class EventsMain {
  private static final long PATIENCE_SECONDS = 100;
  private static final String ACCEPT = "text/event-stream";

  private EventsMain() {}

  /**
   * Runs.
   *
   * @param args the reader, the URL, and the data of the last event
   */
  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "lines" -> lines(args[1], args[2]);
      case "langchain4j" -> langchain4j(args[1], args[2]);
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** Prints the other lines, too. */
  private static void lines(String url, String last) throws InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).header("Accept", ACCEPT).build();
    try (Stream<String> lines =
        HttpClient.newHttpClient().send(request, BodyHandlers.ofLines()).body()) {
      Iterator<String> each = lines.iterator();
      while (each.hasNext()) {
        String line = each.next();
        System.out.println(line);
        if (line.equals("data: " + last)) {
          return;
        }
      }
      System.out.println("end");
    } catch (IOException | UncheckedIOException cut) {
      System.out.println("cut: " + cut);
    }
  }

  private static void langchain4j(String url, String last) throws InterruptedException {
    Printing listener = new Printing(last);
    JdkHttpClient.builder()
        .build()
        .execute(
            dev.langchain4j.http.client.HttpRequest.builder()
                .method(HttpMethod.GET)
                .url(url)
                .addHeader("Accept", ACCEPT)
                .build(),
            new DefaultServerSentEventParser(),
            listener);
    if (!listener.done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      System.out.println("nothing more");
    }
  }

  private static final class Printing implements ServerSentEventListener {
    private final CountDownLatch done = new CountDownLatch(1);
    private final String last;

    Printing(String last) {
      this.last = last;
    }

    @Override
    public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
      System.out.println("data: " + event.data());
      if (event.data().equals(last)) {
        context.parsingHandle().cancel();
        done.countDown();
      }
    }

    @Override
    public void onError(Throwable thrown) {
      System.out.println("cut: " + thrown);
      done.countDown();
    }

    @Override
    public void onClose() {
      if (done.getCount() > 0) {
        System.out.println("end");
        done.countDown();
      }
    }
  }
}
