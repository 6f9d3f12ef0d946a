package io.redial.subjects.load.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;

/** A request in the server's hands: {@code /anything/action/id?key=value}. */
abstract class Served {
  /** The length of a response whose length is not told. */
  static final long UNTOLD = -1;

  private final String path;
  private final Map<String, String> parameters = new HashMap<>();

  Served(String target) {
    int query = target.indexOf('?');
    path = query < 0 ? target : target.substring(0, query);
    if (query >= 0) {
      for (String pair : target.substring(query + 1).split("&", -1)) {
        int equals = pair.indexOf('=');
        parameters.put(pair.substring(0, equals), pair.substring(equals + 1));
      }
    }
  }

  /** What is to be done with it. */
  final String action() {
    return segment(2);
  }

  /** Who it is, or empty if nobody asks. */
  final String id() {
    return segment(3);
  }

  private String segment(int index) {
    String[] segments = path.split("/", -1);
    return index < segments.length ? segments[index] : "";
  }

  final int number(String key, int otherwise) {
    String value = parameters.get(key);
    return value == null ? otherwise : Integer.parseInt(value);
  }

  /** The request's body. */
  abstract InputStream body();

  /** Sends the head; the body is to be written, and the stream to be closed. */
  abstract OutputStream answer(int status, long length, String... headers) throws IOException;
}
