package io.redial.cli.report;

/** One of Redial's events in a flight recording. Immutable. */
public final class FlightEvent {
  /**
   * Longer texts are cut. Redial itself records none, but something else may have written the file.
   */
  static final int LONGEST_TEXT = 300;

  /**
   * The latest time, in the year 2116, so that no sum of times overflows, whatever the file says.
   */
  private static final long LATEST_NANOS = Long.MAX_VALUE / 2;

  private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

  private final Kind kind;
  private final long startNanos;
  private final long durationNanos;
  private final long plannedNanos;
  private final long call;
  private final int attempt;
  private final String host;
  private final String route;
  private final String request;
  private final String outcome;
  private final String reason;
  private final String notRetried;
  private final boolean retried;

  /** What an event is about. */
  public enum Kind {
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
    public static Kind named(String name) {
      for (Kind kind : values()) {
        if (kind.eventName.equals(name)) {
          return kind;
        }
      }
      return null;
    }
  }

  /**
   * Creates an event from its fields.
   *
   * @param startNanos when it began, in nanoseconds since 1970
   * @param durationNanos how long a wait took; ignored for other kinds
   */
  public FlightEvent(Kind kind, long startNanos, long durationNanos, EventFields fields) {
    this.kind = kind;
    call = fields.number("call");
    host = shortened(fields.text("host"));
    route = shortened(fields.text("route"));
    request = shortened(fields.text("request"));
    outcome = shortened(fields.text("outcome"));
    reason = shortened(fields.text("reason"));
    notRetried = shortened(fields.text("notRetried"));
    retried = fields.flag("retried");
    String planned = kind == Kind.WAIT ? "planned" : "wait";
    plannedNanos = limited(fields.nanos(planned), LONGEST_NANOS);
    if (kind == Kind.CALL) { // It is recorded when the call ends.
      attempt = (int) fields.number("attempts");
      this.durationNanos = limited(fields.nanos("elapsed"), LONGEST_NANOS);
      this.startNanos = limited(startNanos, LATEST_NANOS) - this.durationNanos;
    } else {
      attempt = (int) fields.number("attempt");
      this.durationNanos = kind == Kind.WAIT ? limited(durationNanos, LONGEST_NANOS) : 0;
      this.startNanos = limited(startNanos, LATEST_NANOS);
    }
  }

  private static long limited(long nanos, long most) {
    return Math.max(0, Math.min(most, nanos));
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "...";
  }

  Kind kind() {
    return kind;
  }

  /** When it began, in nanoseconds since 1970. */
  public long startNanos() {
    return startNanos;
  }

  /** When it ended, in nanoseconds since 1970. */
  public long endNanos() {
    return startNanos + durationNanos;
  }

  /** How long the call or the wait took, in nanoseconds; 0 for other kinds. */
  public long durationNanos() {
    return durationNanos;
  }

  /** The planned wait in nanoseconds; 0 if there was none. */
  public long plannedNanos() {
    return plannedNanos;
  }

  /** The number of the call in the log. */
  public long call() {
    return call;
  }

  /**
   * The number of the attempt, or of the attempt before the wait, from 1; for a call, how many
   * attempts it had; 0 for a refusal.
   */
  public int attempt() {
    return attempt;
  }

  /** {@code scheme://host:port}. */
  public String host() {
    return host;
  }

  /** The route that the call took; empty if none matched. */
  public String route() {
    return route;
  }

  /** Method and URL. */
  public String request() {
    return request;
  }

  /** A status or an exception. */
  public String outcome() {
    return outcome;
  }

  /** Why it was retried, or why not; may be empty. */
  public String reason() {
    return reason;
  }

  /** Why no retry followed; empty if one did, or none was needed. */
  public String notRetried() {
    return notRetried;
  }

  /** Whether a wait ended with a retry. */
  public boolean retried() {
    return retried;
  }

  /** Whether it is an attempt after which a retry was to follow. */
  boolean leadsToRetry() {
    return kind == Kind.ATTEMPT && !reason.isEmpty() && notRetried.isEmpty();
  }
}
