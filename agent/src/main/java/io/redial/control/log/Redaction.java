package io.redial.control.log;

import io.redial.config.RedactedPaths;

/**
 * Removes secrets from whatever looks like a URL, or a part of one, in a text: user info, queries,
 * fragments, the values of path parameters, and what option {@code redact} hides in paths. This is
 * for the messages of clients' exceptions, which may quote a URL ({@code Circular redirect to
 * 'https://…'}). The text is split at characters that no URL contains. A single quote is not one of
 * them, because it may be part of a URL.
 */
final class Redaction {
  private static final String HIDDEN = "***";

  /** Characters that may follow a URL in a sentence; they are not part of a secret. */
  private static final String CLOSING = "'\"),.:;]>}";

  /** The longest result, because servers may determine the length of a text. */
  static final int LONGEST = 1_000;

  /** The most characters of a text that are examined. */
  private static final int MAX_EXAMINED = 8 * LONGEST;

  private Redaction() {}

  /**
   * Returns the text with {@code ***} in place of its secrets, cut after {@value #LONGEST}
   * characters.
   */
  static String of(String text) {
    StringBuilder safe = new StringBuilder(Math.min(text.length(), LONGEST) + 64);
    int end = Math.min(text.length(), MAX_EXAMINED);
    int i = 0;
    while (i < end && safe.length() <= LONGEST) {
      int token = i;
      while (i < end && !endsToken(text.charAt(i))) {
        i++;
      }
      if (i == end && end < text.length()) {
        break; // What is secret in this token cannot be known.
      }
      appendToken(text.substring(token, i), safe);
      if (i < end) {
        safe.append(text.charAt(i++));
      }
    }
    if (safe.length() > LONGEST || i < text.length()) {
      safe.setLength(Math.min(safe.length(), LONGEST));
      safe.append("...");
    }
    return safe.toString();
  }

  private static boolean endsToken(char c) {
    return c <= ' ' || c == '"' || c == '<' || c == '>';
  }

  private static void appendToken(String token, StringBuilder safe) {
    int end = token.length();
    while (end > 0 && CLOSING.indexOf(token.charAt(end - 1)) >= 0) {
      end--;
    }
    String url = token.substring(0, end);
    int slashes = url.indexOf("//");
    int begin = slashes < 0 ? 0 : slashes + 2;
    int secrets = firstOf(url, begin, url.indexOf('/') < 0 ? "?" : "?#");
    String path = url.substring(begin, secrets);
    int host = slashes < 0 ? 0 : endOfUserInfo(path);
    safe.append(url, 0, begin).append(host > 0 ? HIDDEN + "@" : "");
    appendPath(path.substring(host), safe);
    if (secrets + 1 < end) {
      safe.append(url.charAt(secrets)).append(HIDDEN);
    } else {
      safe.append(url, secrets, end);
    }
    safe.append(token, end, token.length());
  }

  /**
   * Returns where the host begins. User info ends with the last {@code @} before the path. If the
   * password contains a slash, its part before that looks like a port, but is not a number; then
   * the last {@code @} of the path counts.
   */
  private static int endOfUserInfo(String text) {
    int authority = firstOf(text, 0, "/");
    int at = text.lastIndexOf('@', authority - 1);
    if (at < 0 && !endsWithPort(text.substring(0, authority))) {
      at = text.lastIndexOf('@');
    }
    return at + 1;
  }

  /** Whether a host has no port, or one that is a number. */
  private static boolean endsWithPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon < 0
        || host.endsWith("]")
        || host.substring(colon + 1).chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** Appends a path, perhaps after a host. Path parameters keep their names. */
  private static void appendPath(String text, StringBuilder safe) {
    RedactedPaths redacted = LogSink.redacted();
    int slash = text.indexOf('/');
    if (redacted != null && slash >= 0) {
      String path = text.substring(slash);
      String shown = redacted.shown(path);
      if (!shown.equals(path)) {
        safe.append(text, 0, slash).append(shown);
        return;
      }
    }
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i++);
      safe.append(c);
      if (c == ';') {
        int end = firstOf(text, i, ";/");
        int equals = firstOf(text, i, "=");
        safe.append(text, i, Math.min(equals + 1, end)).append(equals < end ? HIDDEN : "");
        i = end;
      }
    }
  }

  private static int firstOf(String text, int from, String characters) {
    int i = from;
    while (i < text.length() && characters.indexOf(text.charAt(i)) < 0) {
      i++;
    }
    return i;
  }
}
