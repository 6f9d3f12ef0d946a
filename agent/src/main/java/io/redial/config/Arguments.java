package io.redial.config;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads the agent's argument: {@code key=value,key=value}. A comma ends a value if it is followed
 * by a key and {@code =}, or if values of the option cannot contain commas. So a path may contain
 * {@code =}, and a list may contain commas.
 */
final class Arguments {
  private final String text;
  private final OptionReader reader;
  private final List<Option> seen = new ArrayList<>();

  private String key;
  private int valueFrom;
  private int valueTo;

  Arguments(String text, OptionReader reader) {
    this.text = text;
    this.reader = reader;
  }

  void read() {
    int from = 0;
    while (from <= text.length()) {
      int comma = text.indexOf(',', from);
      int to = comma < 0 ? text.length() : comma;
      piece(from, to);
      from = to + 1;
    }
    option();
  }

  private void piece(int from, int to) {
    int equals = endOfKey(from, to);
    if (equals >= 0) {
      option();
      key = text.substring(from, equals).trim();
      valueFrom = equals + 1;
      valueTo = to;
      return;
    }
    if (key != null && takesCommas(key)) {
      valueTo = to;
      return;
    }
    String stray = text.substring(from, to).trim();
    if (!stray.isEmpty()) {
      option();
      key = null;
      reader.fault(
          ConfigError.of(
              stray, Origin.ARGUMENT, ConfigError.quote(stray) + " is not of the form key=value"));
    }
  }

  private void option() {
    if (key == null) {
      return;
    }
    Option option = Option.ofKey(key);
    if (option == null) {
      reader.unknown(key, Origin.ARGUMENT);
    } else if (seen.contains(option)) {
      reader.fault(ConfigError.of(key, Origin.ARGUMENT, "option " + key + " is set twice"));
    } else {
      seen.add(option);
      reader.offer(option, key, text.substring(valueFrom, valueTo), Origin.ARGUMENT);
    }
  }

  /** Returns whether values of this key may contain commas; true for an unknown key. */
  private static boolean takesCommas(String key) {
    Option option = Option.ofKey(key);
    // Not a switch, because javac would generate another class for it.
    return option == null
        || option == Option.CONFIG
        || option == Option.SERVICE
        || option == Option.LOG
        || option == Option.RETRY_ON
        || option == Option.METHODS
        || option == Option.BACKOFF
        || option == Option.DEFER_TO
        || option == Option.RESUME;
  }

  /** Returns the position of {@code =} if the piece begins with something like a key, or -1. */
  private int endOfKey(int from, int to) {
    int start = from;
    while (start < to && text.charAt(start) == ' ') {
      start++;
    }
    int i = start;
    while (i < to && isKeyCharacter(text.charAt(i))) {
      i++;
    }
    int end = i;
    while (i < to && text.charAt(i) == ' ') {
      i++;
    }
    return end > start && i < to && text.charAt(i) == '=' ? i : -1;
  }

  private static boolean isKeyCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || Syntax.isDigit(c)
        || c == '-'
        || c == '_'
        || c == '.';
  }
}
