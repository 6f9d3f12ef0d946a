package io.redial.subjects.fuzz;

/** What the server does with one request. */
final class Step {
  /** What it answers. */
  enum Kind {
    /** The rest, from where it was asked for. */
    HONEST,
    /** A refusal with a hint. */
    BUSY,
    /** A part of the rest, which ends in order. */
    SHORT,
    /** The rest, without its length being told. */
    CHUNKED,

    // What must not be taken for the rest:
    OTHER_VALIDATOR,
    NEW_VALIDATOR,
    FULL,
    OTHER_TOTAL,
    OTHER_START,
    MULTIPART,
    ENCODED,
    NOT_FOUND,
    MOVED_PATH,
    MOVED_HOST,
    NO_CONTENT,
    OTHER_TYPE,
    /** The events from the beginning, whatever was asked for. */
    REPEATED,

    // What ends a stream of events:
    EMPTY,
    FORBIDDEN,
    /** Some events, then an error that is no end, and how long to wait. */
    ERROR_EVENT,
    EXPIRED;

    /** Whether it gives none of the stream. */
    boolean isRefusal() {
      return this == BUSY || this == NOT_FOUND || this == FORBIDDEN;
    }

    /** Whether it must not be taken for the rest. */
    boolean isWrong() {
      return compareTo(OTHER_VALIDATOR) >= 0
          && compareTo(EMPTY) < 0
          && this != MOVED_PATH
          && this != MOVED_HOST;
    }
  }

  final Kind kind;
  final Wire wire;

  Step(Kind kind, Wire wire) {
    this.kind = kind;
    this.wire = wire;
  }

  @Override
  public String toString() {
    return kind + "(" + wire + ")";
  }
}
