package io.redial.policy.stream;

/** Builds the target of a request for the rest of a watch (rule 10.4). */
final class WatchTarget {
  private static final String VERSION = "resourceVersion";
  private static final String INITIAL_EVENTS = "sendInitialEvents";
  private static final String MATCH = "resourceVersionMatch";

  private WatchTarget() {}

  /**
   * Returns the application's target with the version from which to resume the watch: without the
   * parameters that ask for initial events, and otherwise byte for byte the same.
   *
   * @param target an absolute URI, or a path and query as on the wire
   */
  static String from(String version, String target) {
    int fragment = target.indexOf('#');
    String whole = fragment < 0 ? target : target.substring(0, fragment);
    int query = whole.indexOf('?');
    StringBuilder edited = new StringBuilder(target.length() + 64);
    edited.append(query < 0 ? whole : whole.substring(0, query)).append('?');
    String separator = "";
    boolean told = false;
    int start = query < 0 ? whole.length() + 1 : query + 1;
    while (start <= whole.length()) {
      int end = whole.indexOf('&', start);
      int last = end < 0 ? whole.length() : end;
      String parameter = whole.substring(start, last);
      String name = name(parameter);
      boolean isVersion = name.equals(VERSION);
      if (!(isVersion && told) && !name.equals(INITIAL_EVENTS) && !name.equals(MATCH)) {
        edited.append(separator).append(isVersion ? VERSION + "=" + version : parameter);
        separator = "&";
        told |= isVersion;
      }
      start = last + 1;
    }
    if (!told) {
      edited.append(separator).append(VERSION).append('=').append(version);
    }
    return edited.append(fragment < 0 ? "" : target.substring(fragment)).toString();
  }

  private static String name(String parameter) {
    int equals = parameter.indexOf('=');
    return equals < 0 ? parameter : parameter.substring(0, equals);
  }

  /**
   * Returns whether every parameter name is written in a query without encoding, so that none is
   * overlooked.
   */
  static boolean isPlain(String query) {
    boolean inName = true;
    for (int i = 0; i < query.length(); i++) {
      char c = query.charAt(i);
      if (c == '&') {
        inName = true;
      } else if (c == '=') {
        inName = false;
      } else if (inName && (c == '%' || c == '+')) {
        return false;
      }
    }
    return true;
  }
}
