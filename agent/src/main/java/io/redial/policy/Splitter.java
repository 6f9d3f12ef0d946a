package io.redial.policy;

import java.util.ArrayList;
import java.util.List;

/** Splits a text at every separator; {@code String.split} would compile a pattern. */
public final class Splitter {
  private Splitter() {}

  /** Returns at least one part; empty parts are kept. */
  public static List<String> of(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int to = text.indexOf(separator); to >= 0; to = text.indexOf(separator, from)) {
      parts.add(text.substring(from, to));
      from = to + 1;
    }
    parts.add(text.substring(from));
    return parts;
  }
}
