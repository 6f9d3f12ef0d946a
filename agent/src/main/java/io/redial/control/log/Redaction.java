package io.redial.control.log;

/**
 * Takes user info and query values out of URLs in a text, for the messages of clients' own
 * exceptions, which may quote one ({@code Circular redirect to 'https://…'}).
 */
final class Redaction {
  private Redaction() {}

  /** Servers may have a say in a line: its length is theirs, its end is ours. */
  static final int LONGEST = 1_000;

  /** The text with {@code ***} in their places, not much longer than a log can bear. */
  static String of(String text) {
    return text.length() <= LONGEST ? redacted(text) : redacted(beginning(text)) + "...";
  }

  /** A URL that does not fit goes as a whole: what hides its secrets may stand at its end. */
  private static String beginning(String text) {
    int token = LONGEST;
    while (token > 0 && !endsUrl(text.charAt(token - 1))) {
      token--;
    }
    int scheme = text.indexOf("://", token);
    return text.substring(0, scheme >= 0 && scheme + 3 <= LONGEST ? scheme + 3 : LONGEST);
  }

  /** In one pass. */
  private static String redacted(String text) {
    int scheme = text.indexOf("://");
    if (scheme < 0) {
      return text;
    }
    StringBuilder safe = new StringBuilder(text.length());
    int done = 0;
    while (scheme >= 0) {
      int from = scheme + 3;
      int end = endOfUrl(text, from);
      int authorityEnd = firstOf(text, from, end, "/?#");
      int host = authorityEnd;
      while (host > from && text.charAt(host - 1) != '@') {
        host--;
      }
      int query = firstOf(text, authorityEnd, end, "?#");
      safe.append(text, done, from).append(host > from ? "***@" : "").append(text, host, query);
      safe.append(query < end ? text.charAt(query) + "***" : "");
      done = end;
      scheme = text.indexOf("://", end);
    }
    return safe.append(text, done, text.length()).toString();
  }

  private static int endOfUrl(String text, int from) {
    int end = from;
    while (end < text.length() && !endsUrl(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean endsUrl(char c) {
    return c <= ' ' || c == '\'' || c == '"' || c == '<' || c == '>';
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
