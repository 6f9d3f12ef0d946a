package io.redial.subjects.load;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The bodies of streams of events: each has a number, so that whoever reads them notices one that
 * is missing, doubled or moved, and can ask for those after it. The streams of different places can
 * be told apart.
 */
public enum EventPattern {
  /** Server-sent events. */
  SSE("text/event-stream", "id: %d\ndata: %s\ndata:\n\n"),
  /** Changes of Kubernetes objects. */
  WATCH(
      "application/json",
      "{\"type\":\"MODIFIED\",\"object\":{\"kind\":\"Pod\",\"metadata\":"
          + "{\"resourceVersion\":\"%d\"},\"spec\":\"%s\"}}\n");

  /** The first segment of the paths of Kubernetes. */
  public static final String API = "api";

  /** The number before the first, at any place. */
  public static final int BEFORE_ALL = 1;

  private static final int NUMBERS = 1000;

  private final String type;
  private final String format;

  EventPattern(String type, String format) {
    this.type = type;
    this.format = format;
  }

  /** The media type. */
  public String type() {
    return type;
  }

  /** The path of its resource, to be added to a path that ends with a slash. */
  public String path() {
    return this == SSE ? "" : API + "/v1/pods";
  }

  /** The query that asks for so many of them, without the place. */
  public String query(int count) {
    String events = "events=" + name() + "&count=" + count;
    return this == SSE
        ? events
        : events + "&watch=true&timeoutSeconds=9&resourceVersion=" + BEFORE_ALL;
  }

  /** So many events. */
  public byte[] bytes(int place, int count) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      byte[] event = event(place, i);
      bytes.write(event, 0, event.length);
    }
    return bytes.toByteArray();
  }

  private byte[] event(int place, int i) {
    int number = (place + 1) * NUMBERS + i;
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < 10 + number % 97; j++) {
      text.append((char) ('a' + number % 26));
    }
    return String.format(format, number, text).getBytes(StandardCharsets.UTF_8);
  }

  /** Where the events begin that follow the one of that number. */
  public int after(int number, int place) {
    int follow = number - (place + 1) * NUMBERS + 1;
    return follow < 0 || follow > NUMBERS ? 0 : bytes(place, follow).length;
  }
}
