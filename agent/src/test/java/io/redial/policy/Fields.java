package io.redial.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Header fields for tests. */
public final class Fields implements HeaderFields {
  private final Map<String, List<String>> lines = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  public Fields add(String name, String value) {
    lines.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
    return this;
  }

  @Override
  public List<String> all(String name) {
    return lines.getOrDefault(name, List.of());
  }
}
