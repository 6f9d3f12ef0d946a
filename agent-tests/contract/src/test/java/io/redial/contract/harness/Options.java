package io.redial.contract.harness;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Agent arguments: {@code key=value}, joined by commas. */
final class Options {
  private Options() {}

  /** Both, in a stable order; the second wins. */
  static String join(String first, String second) {
    Map<String, String> all = new LinkedHashMap<>();
    for (String option : (first + "," + second).split(",", -1)) {
      if (!option.isEmpty()) {
        all.put(option.substring(0, option.indexOf('=')), option);
      }
    }
    return all.values().stream().collect(Collectors.joining(","));
  }
}
