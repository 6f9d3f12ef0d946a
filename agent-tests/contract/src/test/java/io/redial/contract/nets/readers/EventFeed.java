package io.redial.contract.nets.readers;

import io.redial.contract.server.Download.End;
import io.redial.contract.server.Exchange;
import io.redial.contract.server.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Server-sent events, numbered from 0, a few on each connection, which then breaks within the next
 * event. Each connection changes how long a client is to wait before the next one, and so does the
 * lost half of an event. Thread-safe; for one reader.
 */
final class EventFeed implements Step {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

  private final int events;
  private final int each;
  private final End end;
  private final List<Duration> retries;
  private final List<Wait> waits = new ArrayList<>();
  private int connections;
  private int firstSent;
  private long cutAt;

  /** From a cut to the next request: what was asked for, and how long it took. */
  record Wait(Duration asked, Duration taken) {}

  /** So many events, so many on each connection, and the waits that connections ask for in turn. */
  EventFeed(int events, int each, End end, List<Duration> retries) {
    this.events = events;
    this.each = each;
    this.end = end;
    this.retries = retries;
  }

  /** All reconnections so far. */
  synchronized List<Wait> waits() {
    return List.copyOf(waits);
  }

  @Override
  public synchronized boolean play(Exchange exchange) throws IOException {
    long arrived = System.nanoTime();
    exchange.readBody();
    String lastId = exchange.attempt().header("Last-Event-ID");
    int from = lastId == null ? 0 : Integer.parseInt(lastId) + 1;
    if (connections > 0) {
      waits.add(new Wait(asked(from), Duration.ofNanos(arrived - cutAt)));
    }
    Duration retry = retries.get(connections++ % retries.size());
    firstSent = from;
    exchange.write(HEAD);
    exchange.write(chunk("retry: " + retry.toMillis() + "\n\nretry: soon\n\n"));
    int to = Math.min(from + each, events);
    for (int number = from; number < to; number++) {
      exchange.write(chunk("id: " + number + "\ndata: " + number + "\n\n"));
    }
    if (to == events) {
      exchange.awaitEnd();
      return false;
    }
    exchange.write(chunk("id: " + to + "\ndata: only ha"));
    cutAt = System.nanoTime();
    if (end == End.RST) {
      exchange.reset();
    } else {
      exchange.finish();
    }
    return false;
  }

  /**
   * What the client knew at the last cut, by what it asks for; a reset may have hidden the rest.
   */
  private Duration asked(int from) {
    Duration latest = retries.get((connections - 1) % retries.size());
    if (from > firstSent || connections == 1) {
      return from > firstSent ? latest : Duration.ZERO;
    }
    Duration before = retries.get((connections - 2) % retries.size());
    return before.compareTo(latest) < 0 ? before : latest;
  }

  private static byte[] chunk(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    String size = Integer.toHexString(bytes.length);
    return (size + "\r\n" + text + "\r\n").getBytes(StandardCharsets.US_ASCII);
  }
}
