package io.redial.policy;

import java.util.List;

/** The header fields of one message, by case-insensitive name (RFC 9110 §5.1). */
public interface HeaderFields {

  /** Returns the value of every line of that name in order; empty if there is none, never null. */
  List<String> all(String name);

  /** Returns the value of the first line of that name, or null if there is none. */
  default String first(String name) {
    List<String> values = all(name);
    return values.isEmpty() ? null : values.get(0);
  }

  /** Returns whether there is a line of that name, even an empty one. */
  default boolean has(String name) {
    return !all(name).isEmpty();
  }
}
