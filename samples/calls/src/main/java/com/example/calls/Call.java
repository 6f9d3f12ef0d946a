package com.example.calls;

import java.net.URI;

/** One line of the list: what it is called, what to do, and where. */
public final class Call {
  private final String name;
  private final String verb;
  private final URI uri;

  private Call(String name, String verb, URI uri) {
    this.name = name;
    this.verb = verb;
    this.uri = uri;
  }

  /**
   * Reads {@code NAME=VERB:URL}, as in {@code stock=get:http://localhost:8080/stock/42}.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static Call parse(String text) {
    int equals = text.indexOf('=');
    int colon = text.indexOf(':', equals + 1);
    if (equals < 1 || colon < 0) {
      throw new IllegalArgumentException("not NAME=VERB:URL: " + text);
    }
    return new Call(
        text.substring(0, equals),
        text.substring(equals + 1, colon),
        URI.create(text.substring(colon + 1)));
  }

  public String name() {
    return name;
  }

  public String verb() {
    return verb;
  }

  public URI uri() {
    return uri;
  }
}
