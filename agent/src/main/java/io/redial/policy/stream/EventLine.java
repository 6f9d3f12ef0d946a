package io.redial.policy.stream;

/** Reads one line of server-sent events byte by byte, without its line end. */
final class EventLine {
  // Field names as numbers: a 1, then a byte for each character, so that leading NULs count.
  private static final long NO_NAME = 1;
  private static final long ID = 0x16964;
  private static final long DATA = 0x164617461L;
  private static final long EVENT = 0x16576656e74L;
  private static final long RETRY = 0x17265747279L;

  /** The length of the longest field name that matters. */
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

  // The value of a retry field in milliseconds, and whether it has only digits (1) or not (-1).
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

  /** Takes a byte of the value. A single space before the value is not part of it. */
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

  /** Returns the value, for a line that {@link #isId}. */
  EventId id() {
    return id;
  }

  boolean isData() {
    return name == DATA;
  }

  /**
   * Returns whether the field is part of the event that an application gets: its type or its data.
   */
  boolean isContent() {
    return isData() || name == EVENT;
  }

  /**
   * Returns the value of a {@code retry} field in milliseconds, or -1 if the line is not a valid
   * one.
   */
  long waitMillis() {
    return digits > 0 ? wait : -1;
  }

  /** Returns the hash of all bytes of the line. */
  long hash() {
    return hash;
  }
}
