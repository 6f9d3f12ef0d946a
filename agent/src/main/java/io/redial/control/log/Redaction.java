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
    boolean cut = text.length() > MAX_EXAMINED;
    int end = cut ? startOfToken(text, MAX_EXAMINED) : text.length();
    StringBuilder safe = new StringBuilder(Math.min(end, LONGEST) + 64);
    int i = 0;
    while (i < end && safe.length() <= LONGEST) {
      int token = i;
      while (i < end && !endsToken(text.charAt(i))) {
        i++;
      }
      appendToken(text, token, i, safe);
      if (i < end) {
        safe.append(text.charAt(i++));
      }
    }
    if (safe.length() > LONGEST || i < end || cut) {
      safe.setLength(Math.min(safe.length(), LONGEST));
      return safe.append("...").toString();
    }
    return safe.toString();
  }

  private static int startOfToken(String text, int from) {
    int start = from;
    while (start > 0 && !endsToken(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private static boolean endsToken(char c) {
    return c <= ' ' || c == '"' || c == '<' || c == '>';
  }

  private static void appendToken(String text, int from, int to, StringBuilder safe) {
    int end = to;
    while (end > from && CLOSING.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    int slashes = find(text, "//", from, end);
    int path = slashes < 0 ? from : slashes + 2;
    boolean isUrl = slashes >= 0 || firstOf(text, from, end, "/") < end;
    int secrets = firstOf(text, path, end, isUrl ? "?#" : "?");
    safe.append(text, from, path);
    if (slashes >= 0) {
      int host = endOfUserInfo(text, path, secrets);
      safe.append(host > path ? HIDDEN + "@" : "");
      path = host;
    }
    appendPath(text, path, secrets, safe);
    if (secrets + 1 < end) {
      safe.append(text.charAt(secrets)).append(HIDDEN);
      safe.append(text, end, to);
    } else {
      safe.append(text, secrets, to);
    }
  }

  /**
   * Returns where the host begins. User info ends with the last {@code @} before the path. If the
   * password contains a slash, its part before that looks like a port, but is not a number; then
   * the last {@code @} of the path counts.
   */
  private static int endOfUserInfo(String text, int from, int to) {
    int authority = firstOf(text, from, to, "/");
    int at = lastAt(text, from, authority);
    if (at < 0 && !endsWithPort(text, from, authority)) {
      at = lastAt(text, from, to);
    }
    return at < 0 ? from : at + 1;
  }

  private static int lastAt(String text, int from, int to) {
    int at = text.lastIndexOf('@', to - 1);
    return at < from ? -1 : at;
  }

  /** Whether a host has no port, or one that is a number. */
  private static boolean endsWithPort(String text, int from, int to) {
    int i = to;
    while (i > from && text.charAt(i - 1) >= '0' && text.charAt(i - 1) <= '9') {
      i--;
    }
    boolean bracket = to > from && text.charAt(to - 1) == ']';
    return bracket || (i > from && text.charAt(i - 1) == ':') || firstOf(text, from, to, ":") == to;
  }

  /** Appends a path. Path parameters keep their names: {@code /cart;jsessionid=***}. */
  private static void appendPath(String text, int from, int to, StringBuilder safe) {
    RedactedPaths redacted = LogSink.redacted();
    int slash = redacted == null ? to : firstOf(text, from, to, "/");
    if (slash < to) {
      String path = text.substring(slash, to);
      String shown = redacted.shown(path);
      if (!shown.equals(path)) {
        safe.append(text, from, slash).append(shown);
        return;
      }
    }
    int i = from;
    while (i < to) {
      char c = text.charAt(i++);
      safe.append(c);
      if (c == ';') {
        int end = firstOf(text, i, to, ";/");
        int equals = firstOf(text, i, end, "=");
        safe.append(text, i, Math.min(equals + 1, end)).append(equals < end ? HIDDEN : "");
        i = end;
      }
    }
  }

  private static int find(String text, String what, int from, int to) {
    int found = text.indexOf(what, from);
    return found >= 0 && found + what.length() <= to ? found : -1;
  }

  private static int firstOf(String text, int from, int to, String characters) {
    for (int i = from; i < to; i++) {
      if (characters.indexOf(text.charAt(i)) >= 0) {
        return i;
      }
    }
    return to;
  }
}
