package io.redial.cli;

import io.redial.config.OneLine;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One of Redial's events in a flight recording. Another version of Redial, or another program, may
 * have recorded it: a field that is missing or of another type is empty, 0 or false, a long text is
 * cut, invisible characters are escaped, and no sum of times overflows. Immutable.
 */
final class FlightEvent {
  private static final int LONGEST_TEXT = 300;
  private static final int LONGEST_OPTIONS = 2_000;
  private static final long LATEST_MILLIS = TimeUnit.DAYS.toMillis(366 * 1_000);

  private final Kind kind;
  private final long startMillis;
  private final long endMillis;
  private final Map<String, Object> fields = new HashMap<>();

  /** What an event is about. */
  enum Kind {
    /** Which program recorded it, at the end of each part of the recording. */
    AGENT("io.redial.Agent"),
    /** A call that was retried, or waited for a retry, has ended. */
    CALL("io.redial.RetriedCall"),
    /** An attempt has ended. */
    ATTEMPT("io.redial.Attempt"),
    /** A wait between two attempts is over. */
    WAIT("io.redial.Wait"),
    /** A retry was not made. */
    REFUSAL("io.redial.Refusal");

    private final String eventName;

    Kind(String eventName) {
      this.eventName = eventName;
    }

    /** The kind of an event of that name; null if it is not one of Redial's. */
    static Kind named(String name) {
      for (Kind kind : values()) {
        if (kind.eventName.equals(name)) {
          return kind;
        }
      }
      return null;
    }
  }

  /**
   * Creates an event.
   *
   * @param startMillis when it began, in milliseconds since 1970; for a call, when it ended
   * @param durationMillis how long a wait took; ignored for other kinds
   * @param values its fields by name; spans of time in milliseconds
   */
  FlightEvent(Kind kind, long startMillis, long durationMillis, Map<String, ?> values) {
    this.kind = kind;
    values.forEach(this::put);
    long start = limited(startMillis);
    long elapsed = kind == Kind.CALL ? millis("elapsed") : 0; // It is recorded when the call ends.
    this.startMillis = start - elapsed;
    this.endMillis = start + (kind == Kind.WAIT ? limited(durationMillis) : 0);
  }

  private void put(String name, Object value) {
    if (value instanceof String) {
      int longest = name.equals("options") ? LONGEST_OPTIONS : LONGEST_TEXT;
      String text = (String) value;
      boolean isLong = text.length() > longest;
      fields.put(name, OneLine.of(isLong ? text.substring(0, longest) + "..." : text));
    } else if (value instanceof Number || value instanceof Boolean) {
      fields.put(name, value);
    }
  }

  private static long limited(long millis) {
    return Math.max(0, Math.min(LATEST_MILLIS, millis));
  }

  Kind kind() {
    return kind;
  }

  long startMillis() {
    return startMillis;
  }

  long endMillis() {
    return endMillis;
  }

  long durationMillis() {
    return endMillis - startMillis;
  }

  String text(String field) {
    Object value = fields.get(field);
    return value instanceof String ? (String) value : "";
  }

  long number(String field) {
    Object value = fields.get(field);
    return value instanceof Number ? ((Number) value).longValue() : 0;
  }

  long millis(String field) {
    return limited(number(field));
  }

  boolean flag(String field) {
    return Boolean.TRUE.equals(fields.get(field));
  }

  /** Whether it is an attempt after which a retry was to follow. */
  boolean leadsToRetry() {
    return kind == Kind.ATTEMPT && !text("reason").isEmpty() && text("notRetried").isEmpty();
  }

  /**
   * Whether it is the end of a retried call with an outcome that needs no further retry. An
   * exception may be one that is never retried: no reason is recorded for it.
   */
  boolean recovered() {
    String outcome = text("outcome");
    return kind == Kind.CALL
        && text("notRetried").isEmpty()
        && !outcome.isEmpty()
        && Character.isDigit(outcome.charAt(0));
  }
}
