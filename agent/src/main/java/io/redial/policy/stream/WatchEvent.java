package io.redial.policy.stream;

import io.redial.policy.Digits;

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

  /** A server that asks for more does not want to be asked again, as with {@code Retry-After}. */
  private static final long LONGEST_WAIT_SECONDS = 365L * 24 * 60 * 60;

  final Type type;

  /** The version of its object if the watch can be resumed from it, or null. */
  final String version;

  /** Whether this event ends the initial events of the watch. */
  final boolean endsInitialEvents;

  /**
   * For an error, how many seconds the server wants not to be asked again; 0 if it does not say.
   */
  final long retryAfterSeconds;

  /** Of an error, or -1. */
  private final long code;

  private WatchEvent(Type type, WatchJson json) {
    this.type = type;
    String given = json.value(WatchField.VERSION);
    this.version = isUsable(given) ? given : null;
    this.endsInitialEvents = "true".equals(json.value(WatchField.INITIAL_EVENTS_END));
    this.retryAfterSeconds = Math.max(0, number(json.value(WatchField.RETRY_AFTER)));
    this.code = isStatus(json) ? number(json.value(WatchField.CODE)) : -1;
  }

  /** Returns the event, or null if there is none. */
  static WatchEvent of(WatchJson json) {
    String type = json.value(WatchField.TYPE);
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
  static boolean isStatus(WatchJson json) {
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
    if (version == null || version.length() > WatchJson.LONGEST_TEXT) {
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
        || "-._~".indexOf(c) >= 0;
  }

  private static long number(String digits) {
    return digits == null ? -1 : Digits.number(digits);
  }
}
