package io.redial.subjects.load.server;

import io.redial.subjects.load.EventPattern;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;

/** A request in the server's hands: {@code /anything/action/id?key=value}. */
public abstract class Served {
  /** The length of a response whose length is not told. */
  public static final long UNTOLD = -1;

  private final String method;
  private final String target;
  private final String path;
  private final Map<String, String> parameters = new HashMap<>();

  Served(String method, String target) {
    this.method = method;
    this.target = target;
    int query = target.indexOf('?');
    path = query < 0 ? target : target.substring(0, query);
    if (query >= 0) {
      for (String pair : target.substring(query + 1).split("&", -1)) {
        int equals = pair.indexOf('=');
        parameters.put(pair.substring(0, equals), pair.substring(equals + 1));
      }
    }
  }

  /** The method. */
  public final String method() {
    return method;
  }

  /** Path and query as they came. */
  public final String target() {
    return target;
  }

  /** The first segment of its path. */
  public final String prefix() {
    return segment(1);
  }

  /** What is to be done with it. */
  public final String action() {
    return segment(2);
  }

  /** Who it is, or empty if nobody asks. A path of Kubernetes may follow. */
  public final String id() {
    String id = segment(3);
    return id.equals(EventPattern.API) ? "" : id;
  }

  private String segment(int index) {
    String[] segments = path.split("/", -1);
    return index < segments.length ? segments[index] : "";
  }

  /** A parameter. */
  public final int number(String key, int otherwise) {
    String value = parameters.get(key);
    return value == null ? otherwise : Integer.parseInt(value);
  }

  /** A parameter, or null. */
  public final String text(String key) {
    return parameters.get(key);
  }

  /** The stream of events that it asks for, or null. */
  public final EventPattern events() {
    String events = text("events");
    return events == null ? null : EventPattern.valueOf(events);
  }

  /** Where the events begin that it asks for, in the stream of that place. */
  public final int firstEvent(int place) {
    String number =
        events() == EventPattern.SSE ? header("Last-Event-ID") : text("resourceVersion");
    return number == null ? 0 : events().after(Integer.parseInt(number), place);
  }

  /** A header field; null if there is none. */
  public String header(String name) {
    return null;
  }

  /** The request's body. */
  public abstract InputStream body();

  /** Sends the head; the body is to be written, and the stream to be closed. */
  public abstract OutputStream answer(int status, long length, String... headers)
      throws IOException;

  /** Sends a head with a status from 100 to 199. */
  public abstract void inform(int status, String... headers) throws IOException;

  /** The connection that it came on. */
  public abstract Connection connection();

  /** Of HTTP/1.1: writes whatever is wanted instead of an answer. */
  public OutputStream raw() {
    throw new IllegalStateException("HTTP/2 has frames");
  }

  /** Of HTTP/2: the frames of the request's stream; null in HTTP/1.1. */
  public Frames frames() {
    return null;
  }
}
