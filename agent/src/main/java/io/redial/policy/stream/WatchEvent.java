package io.redial.policy.stream;

/** The parts of a watch event that matter (rule 10.4). Immutable. */
final class WatchEvent {
  enum Type {
    /** An object was added, modified or deleted. */
    CHANGE,
    BOOKMARK,
    ERROR,
    UNKNOWN
  }

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int GONE = 410;
  private static final int UNKNOWN_CODE = -1;

  /**
   * As for {@code Retry-After}: a server that asks for more than a year does not want to be asked
   * again.
   */
  private static final long LONGEST_WAIT_SECONDS = 365L * 24 * 60 * 60;

  private static final int MAX_DIGITS = 9;

  final Type type;

  /** The version of its object if the watch can be resumed from it, or null. */
  final String version;

  /** Whether this event ends the initial events of the watch. */
  final boolean endsInitialEvents;

  /**
   * For an error, how many seconds the server wants not to be asked again; 0 if it does not say.
   */
  final long retryAfterSeconds;

  private final int code;

  private WatchEvent(Type type, JsonScanner json) {
    this.type = type;
    String told = json.value(WatchField.VERSION);
    this.version = isUsable(told) ? told : null;
    this.endsInitialEvents = "true".equals(json.value(WatchField.INITIAL_EVENTS_END));
    this.retryAfterSeconds = seconds(json.value(WatchField.RETRY_AFTER));
    this.code = isStatus(json) ? code(json.value(WatchField.CODE)) : UNKNOWN_CODE;
  }

  /** Returns the event, or null if what was read is not one. */
  static WatchEvent of(JsonScanner json) {
    String type = json.isComplete() ? json.value(WatchField.TYPE) : null;
    return type == null ? null : new WatchEvent(type(type), json);
  }

  private static Type type(String name) {
    switch (name) {
      case "ADDED":
      case "MODIFIED":
      case "DELETED":
        return Type.CHANGE;
      case "BOOKMARK":
        return Type.BOOKMARK;
      case "ERROR":
        return Type.ERROR;
      default:
        return Type.UNKNOWN;
    }
  }

  /** Returns whether the object is a Kubernetes {@code Status}. */
  static boolean isStatus(JsonScanner json) {
    return "Status".equals(json.value(WatchField.KIND));
  }

  /** Returns whether an error is temporary, so that the watch can be resumed from where it was. */
  boolean passes() {
    return code != GONE
        && code != UNAUTHORIZED
        && code != FORBIDDEN
        && retryAfterSeconds <= LONGEST_WAIT_SECONDS;
  }

  /**
   * Returns whether a watch can be resumed from a version: it needs no escaping in a query, and is
   * not 0, which stands for any version.
   */
  static boolean isUsable(String version) {
    if (version == null || version.length() > JsonString.MAX) {
      return false;
    }
    boolean isZero = true;
    for (int i = 0; i < version.length(); i++) {
      char c = version.charAt(i);
      isZero &= c == '0';
      if (!isUnreserved(c)) {
        return false;
      }
    }
    return !isZero;
  }

  /** Returns whether a character is unreserved (RFC 3986 §2.3). */
  private static boolean isUnreserved(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '.'
        || c == '_'
        || c == '~';
  }

  private static int code(String digits) {
    long code = number(digits);
    return code < 0 || code > Integer.MAX_VALUE ? UNKNOWN_CODE : (int) code;
  }

  private static long seconds(String digits) {
    return Math.max(0, number(digits));
  }

  /**
   * Returns the number, -1 if the text is not only digits, or {@link Long#MAX_VALUE} if there are
   * too many digits.
   */
  private static long number(String digits) {
    if (digits == null || digits.isEmpty()) {
      return -1;
    }
    long number = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      number = i < MAX_DIGITS ? number * 10 + (c - '0') : Long.MAX_VALUE;
    }
    return number;
  }
}
