package io.redial.config;

import io.redial.policy.Splitter;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads the agent's argument: {@code key=value,key=value}. A comma ends a value if it is followed
 * by a key and {@code =}, or if values of the option cannot contain commas. So a path may contain
 * {@code =}, and a list may contain commas.
 */
final class Arguments {
  private final String text;
  private final OptionReader reader;
  private final Set<String> seen = new HashSet<>();

  /** The option that is being read, or null, and its value so far. */
  private String key;

  private final StringBuilder value = new StringBuilder();

  Arguments(String text, OptionReader reader) {
    this.text = text;
    this.reader = reader;
  }

  void read() {
    for (String piece : Splitter.of(text, ',')) {
      piece(piece);
    }
    option();
  }

  private void piece(String piece) {
    int equals = piece.indexOf('=');
    String before = equals < 0 ? "" : piece.substring(0, equals).trim();
    if (isLikeKey(before)) {
      option();
      key = before;
      value.append(piece, equals + 1, piece.length());
    } else if (key != null && takesCommas(key)) {
      value.append(',').append(piece);
    } else if (!piece.trim().isEmpty()) {
      option();
      String problem = ConfigError.quote(piece.trim()) + " is not of the form key=value";
      reader.fault(piece.trim(), Origin.ARGUMENT, problem);
    }
  }

  private void option() {
    if (key == null) {
      return;
    }
    if (Option.ofKey(key) != null && !seen.add(key)) {
      reader.fault(key, Origin.ARGUMENT, "option " + key + " is set twice");
    } else {
      reader.set("", key, value.toString(), Origin.ARGUMENT);
    }
    key = null;
    value.setLength(0);
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
        || option == Option.REDACT
        || option == Option.RESUME;
  }

  private static boolean isLikeKey(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Syntax.isLetterOrDigit(c) && c != '-' && c != '_' && c != '.') {
        return false;
      }
    }
    return !text.isEmpty();
  }
}
