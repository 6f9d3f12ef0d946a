package io.redial.policy.stream;

import java.nio.ByteBuffer;

/**
 * The current line of a watch. It is held back until it is complete, because what the application
 * gets of it depends on the whole line, and half a line must not be delivered twice. Only a line
 * that is too long, or no event, is passed on as it comes.
 */
final class WatchLine {
  /**
   * By default, etcd accepts objects of at most 1.5 MiB; nearly all have less than a hundredth of
   * that.
   */
  static final int MAX_HELD = 1024 * 1024;

  private final JsonScanner json = new JsonScanner();
  private HeldBytes held = new HeldBytes(MAX_HELD);
  private boolean isPartlyPassed;

  /** Reads bytes up to and including the end of the line, or all if it has no end; returns them. */
  ByteBuffer scan(ByteBuffer bytes) {
    ByteBuffer part = bytes.duplicate();
    boolean ended = false;
    while (!ended && bytes.hasRemaining()) {
      byte b = bytes.get();
      ended = b == '\n';
      if (!ended) {
        json.take(b);
        json.skip(bytes);
      }
    }
    part.limit(bytes.position());
    return part;
  }

  /** Returns what has been read of the line so far. */
  JsonScanner json() {
    return json;
  }

  /** Returns whether the application already has a part of the line. */
  boolean isPartlyPassed() {
    return isPartlyPassed;
  }

  /**
   * Holds back a part of the line.
   *
   * @return false if there is no room for it
   */
  boolean hold(ByteBuffer part) {
    return held.append(part);
  }

  /** Empties and returns what is held back of the line; the application gets that now. */
  ByteBuffer pass() {
    isPartlyPassed = true;
    return held.drain();
  }

  /** Moves what is held back of the line to a buffer; the application gets that now. */
  void passTo(HeldBytes out) {
    isPartlyPassed = true;
    held.moveTo(out);
  }

  /** Begins with the next line. */
  void next() {
    held.clear();
    json.begin(WatchField.EVENT);
    isPartlyPassed = false;
  }

  /**
   * Returns what is held back of the line, which the caller now owns, and begins with the next
   * line.
   */
  HeldBytes leave() {
    HeldBytes left = held;
    held = new HeldBytes(MAX_HELD);
    next();
    return left;
  }
}
