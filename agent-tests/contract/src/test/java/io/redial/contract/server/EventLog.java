package io.redial.contract.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Server-sent events, sent on from the one that {@code Last-Event-ID} names. Immutable. */
public final class EventLog extends ReplayedLog {
  private static final Answer HEAD =
      Answer.of(200)
          .header("Content-Type", "text/event-stream")
          .header("Cache-Control", "no-store");

  private final List<Event> events;
  private final Answer head;

  /** An event as it is on the wire, and its id or null. */
  private record Event(String id, String text) {
    byte[] bytes() {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  private EventLog(List<Event> events, Answer head) {
    this.events = events;
    this.head = head;
  }

  /** No event yet. */
  public static EventLog empty() {
    return new EventLog(List.of(), HEAD);
  }

  /** So many events of different lengths, each with an id. */
  public static EventLog of(int count) {
    List<Event> events = new ArrayList<>();
    Random random = new Random(count);
    for (int i = 0; i < count; i++) {
      String text = "{\"n\":" + i + ",\"text\":\"" + ".".repeat(random.nextInt(200)) + "ü\"}";
      events.add(lines("e" + i, "event: step", "id: e" + i, "data: " + text, "data: and more"));
    }
    return new EventLog(events, HEAD);
  }

  /** With one more event of these lines. */
  public EventLog event(String id, String... lines) {
    return raw(id, String.join("\n", lines) + "\n\n");
  }

  /** With one more event of these characters, and all that ends it. */
  public EventLog raw(String id, String text) {
    List<Event> more = new ArrayList<>(events);
    more.add(new Event(id, text));
    return new EventLog(List.copyOf(more), head);
  }

  private static Event lines(String id, String... lines) {
    return new Event(id, String.join("\n", lines) + "\n\n");
  }

  /** With another head. */
  public EventLog head(Answer other) {
    return new EventLog(events, other);
  }

  /** A part of the log, which forgot what was before. */
  public EventLog part(int from, int to) {
    return new EventLog(events.subList(from, to), head);
  }

  /** How many events it has. */
  public int size() {
    return events.size();
  }

  /** All of it. */
  public byte[] bytes() {
    return joined(events.stream().map(Event::bytes).toList());
  }

  /** All of it. */
  public String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /** What a reader has seen who has seen each event once, in order: by bytes or by lines. */
  public List<String> digests() {
    return digests(bytes());
  }

  /** Of a server that does not know what {@code Last-Event-ID} means. */
  public EventLog forgetful() {
    return new EventLog(events.stream().map(event -> new Event(null, event.text())).toList(), head);
  }

  @Override
  List<byte[]> events() {
    return events.stream().map(Event::bytes).toList();
  }

  @Override
  Answer head() {
    return head;
  }

  @Override
  List<byte[]> answerTo(Attempt attempt) {
    return events.stream().skip(after(attempt.header("Last-Event-ID"))).map(Event::bytes).toList();
  }

  private int after(String lastId) {
    for (int i = 0; i < events.size(); i++) {
      if (lastId != null && lastId.equals(events.get(i).id())) {
        return i + 1;
      }
    }
    return 0;
  }
}
