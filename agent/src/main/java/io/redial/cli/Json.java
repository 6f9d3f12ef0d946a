package io.redial.cli;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A JSON object (RFC 8259), written with indents, in the order of its members. It is ASCII without
 * {@code <}, so it can stand in a page's script element, whatever the texts are. Not thread-safe.
 */
final class Json {
  private final Map<String, Object> members = new LinkedHashMap<>();

  /** Adds an object, a map, a collection, a text, a number, a boolean or null. */
  Json put(String name, Object value) {
    members.put(name, value);
    return this;
  }

  /** Returns an array of what a function makes of each item. */
  static <T> List<Object> array(Collection<T> items, Function<? super T, ?> form) {
    return items.stream().map(form).collect(Collectors.toList());
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    write(this, "\n", text);
    return text.toString();
  }

  private static void write(Object value, String newLine, StringBuilder text) {
    if (value instanceof Json) {
      write(((Json) value).members, newLine, text);
    } else if (value instanceof Map) {
      write('{', ((Map<?, ?>) value).entrySet(), '}', newLine, text);
    } else if (value instanceof Collection) {
      write('[', (Collection<?>) value, ']', newLine, text);
    } else if (value instanceof Map.Entry) {
      quote((String) ((Map.Entry<?, ?>) value).getKey(), text);
      write(((Map.Entry<?, ?>) value).getValue(), newLine, text.append(": "));
    } else if (value instanceof String) {
      quote((String) value, text);
    } else {
      text.append(value);
    }
  }

  private static void write(
      char begin, Collection<?> items, char end, String newLine, StringBuilder text) {
    text.append(begin);
    String separator = "";
    for (Object item : items) {
      write(item, newLine + "  ", text.append(separator).append(newLine).append("  "));
      separator = ",";
    }
    text.append(items.isEmpty() ? "" : newLine).append(end);
  }

  private static void quote(String value, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ' || c >= 0x7f || c == '<') {
        text.append(String.format("\\u%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }
}
