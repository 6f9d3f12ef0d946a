package io.redial.control.log;

/**
 * Takes user info and query values out of URLs in a text, for the messages of clients' own
 * exceptions, which may quote one ({@code Circular redirect to 'https://…'}).
 */
final class Redaction {
  private Redaction() {}

  /** The text with {@code ***} in their places; in one pass. */
  static String of(String text) {
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
      int at = text.lastIndexOf('@', authorityEnd - 1);
      int query = firstOf(text, authorityEnd, end, "?#");
      safe.append(text, done, from);
      safe.append(at < from ? "" : "***@").append(text, at < from ? from : at + 1, query);
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
