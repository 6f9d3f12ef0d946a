package io.redial.policy.stream;

/** One line of server-sent events as it comes, byte by byte, without its end. */
final class EventLine {
  // Names of fields as numbers: a byte each after a 1, so that leading zeros count.
  private static final long NO_NAME = 1;
  private static final long ID = 0x16964;
  private static final long DATA = 0x164617461L;
  private static final long EVENT = 0x16576656e74L;
  private static final long RETRY = 0x17265747279L;

  /** A longer name is not known. */
  private static final int LONGEST_NAME = 5;

  private static final long LONGEST_WAIT = Long.MAX_VALUE / 10 - 1;

  private final EventId id = new EventId();
  private boolean empty;
  private boolean comment;
  private long name;
  private int nameLength;
  private boolean named;
  private boolean valueBegun;
  private long hash;

  // Of a wait in milliseconds.
  private long wait;
  private int digits;

  EventLine() {
    clear();
  }

  void clear() {
    id.clear();
    empty = true;
    comment = false;
    name = NO_NAME;
    nameLength = 0;
    named = false;
    valueBegun = false;
    hash = RecentHashes.NOTHING;
    wait = 0;
    digits = 0;
  }

  void add(byte b) {
    hash = RecentHashes.with(hash, b);
    if (named) {
      addToValue(b);
    } else if (b == ':') {
      comment = empty;
      named = true;
    } else if (nameLength <= LONGEST_NAME) {
      name = name << 8 | (b & 0xff);
      nameLength++;
    }
    empty = false;
  }

  /** One space before it does not belong to it. */
  private void addToValue(byte b) {
    boolean first = !valueBegun;
    valueBegun = true;
    if (first && b == ' ') {
      return;
    }
    if (isId()) {
      id.add(b);
    } else if (name == RETRY && digits >= 0) {
      addToWait(b);
    }
  }

  private void addToWait(byte b) {
    if (b < '0' || b > '9') {
      digits = -1;
      return;
    }
    digits = 1;
    wait = Math.min(wait, LONGEST_WAIT) * 10 + b - '0';
  }

  boolean isEmpty() {
    return empty;
  }

  boolean isComment() {
    return comment;
  }

  boolean isId() {
    return name == ID;
  }

  /** The value of a line that {@link #isId}. */
  EventId id() {
    return id;
  }

  boolean isData() {
    return name == DATA;
  }

  /** Whether it belongs to what an application gets of an event. */
  boolean isContent() {
    return isData() || name == EVENT;
  }

  /** The milliseconds of a {@code retry} field, or -1 if the line is none. */
  long waitMillis() {
    return digits > 0 ? wait : -1;
  }

  /** Of all its bytes. */
  long hash() {
    return hash;
  }
}
