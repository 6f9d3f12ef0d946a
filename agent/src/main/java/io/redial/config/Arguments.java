package io.redial.config;

import io.redial.policy.Splitter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the agent's argument: {@code key=value,key=value}. A comma ends a value if it is followed
 * by a key and {@code =}, or if values of the option cannot contain commas. So a path may contain
 * {@code =}, and a list may contain commas.
 */
final class Arguments {
  private Arguments() {}

  static void read(String text, OptionReader reader) {
    Set<String> seen = new HashSet<>();
    List<String> pieces = Splitter.of(text, ',');
    int next = 0;
    while (next < pieces.size()) {
      String piece = pieces.get(next++);
      String key = key(piece);
      StringBuilder value = new StringBuilder(piece.substring(piece.indexOf('=') + 1));
      while (takesCommas(key) && next < pieces.size() && key(pieces.get(next)).isEmpty()) {
        value.append(',').append(pieces.get(next++));
      }
      if (Option.ofKey(key) != null && !seen.add(key)) {
        reader.fault(key, Origin.ARGUMENT, "option " + key + " is set twice");
      } else if (!key.isEmpty()) {
        reader.set("", key, value.toString(), Origin.ARGUMENT);
      } else if (!piece.trim().isEmpty()) {
        String problem = ConfigError.quote(piece.trim()) + " is not of the form key=value";
        reader.fault(piece.trim(), Origin.ARGUMENT, problem);
      }
    }
  }

  /** Returns the key of {@code key=value}; empty if the piece is not of that form. */
  private static String key(String piece) {
    String key = piece.substring(0, Math.max(0, piece.indexOf('='))).trim();
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      if (!Syntax.isLetterOrDigit(c) && c != '-' && c != '_' && c != '.') {
        return "";
      }
    }
    return key;
  }

  /** Returns whether values of this key may contain commas; true for an unknown key. */
  private static boolean takesCommas(String key) {
    Option option = Option.ofKey(key);
    // Not a switch, because javac would generate another class for it.
    return (option == null && !key.isEmpty())
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
}
