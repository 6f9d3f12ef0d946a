package io.redial.control.remote;

import io.redial.config.OneLine;
import io.redial.policy.Splitter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The response of a running program to the command line: rows of named values, one row per line, in
 * the form {@code KIND<TAB>name=value<TAB>name=value}. Values are texts without control characters.
 * Not thread-safe.
 */
public final class ControlResponse {
  /** The kind of the row that says why nothing was done, in its value {@code message}. */
  public static final String ERROR = "error";

  /** One line of a response. Immutable. */
  public static final class Row {
    private final String kind;
    private final Map<String, String> values;

    private Row(String kind, Map<String, String> values) {
      this.kind = kind;
      this.values = Collections.unmodifiableMap(values);
    }

    /** What the row is about: {@code wait}, {@code attempt}, … */
    public String kind() {
      return kind;
    }

    /** The values by name, in the order of the response. */
    public Map<String, String> values() {
      return values;
    }

    /** A value; empty if the response does not have it. */
    public String get(String name) {
      return values.getOrDefault(name, "");
    }
  }

  private final StringBuilder text = new StringBuilder();

  /** Begins a row. */
  public ControlResponse row(String kind) {
    text.append(text.length() == 0 ? "" : "\n").append(kind);
    return this;
  }

  /** Adds a value to the current row; null is an empty one. */
  public ControlResponse put(String name, Object value) {
    text.append('\t').append(name).append('=');
    text.append(value == null ? "" : OneLine.of(value.toString()));
    return this;
  }

  /** Returns a response which says that nothing was done, and why. */
  public static ControlResponse error(String message) {
    return new ControlResponse().row(ERROR).put("message", message);
  }

  /** The whole response. */
  @Override
  public String toString() {
    return text.toString();
  }

  /**
   * Parses a response. A line that does not have the form above becomes a row with a kind and no
   * values. Control characters are escaped here, too: the other program decides what it sends.
   */
  public static List<Row> parse(String response) {
    List<Row> rows = new ArrayList<>();
    for (String line : Splitter.of(response, '\n')) {
      if (!line.isEmpty()) {
        List<String> parts = Splitter.of(line, '\t');
        parts.replaceAll(OneLine::of);
        Map<String, String> values = new LinkedHashMap<>();
        for (String part : parts.subList(1, parts.size())) {
          int equals = part.indexOf('=');
          if (equals > 0) {
            values.put(part.substring(0, equals), part.substring(equals + 1));
          }
        }
        rows.add(new Row(parts.get(0), values));
      }
    }
    return rows;
  }
}
