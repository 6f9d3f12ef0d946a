package io.redial.policy.stream;

import java.nio.ByteBuffer;

/**
 * The line of a watch that comes now. It is held back until it is complete, because what of it the
 * application gets depends on all of it, and half of it must not be there twice. Only a line that
 * is too long, or no event, is passed on as it comes.
 */
final class WatchLine {
  /** etcd takes objects of 1.5 MiB at most by default; nearly all are below a hundredth of that. */
  static final int MOST_HELD = 1024 * 1024;

  private final JsonScanner json = new JsonScanner();
  private HeldBytes held = new HeldBytes(MOST_HELD);
  private boolean isPartlyPassed;

  /** Looks at bytes up to the end of the line, or at all of them if there is no end. */
  ByteBuffer scan(ByteBuffer bytes) {
    ByteBuffer part = bytes.duplicate();
    boolean ended = false;
    while (!ended && bytes.hasRemaining()) {
      byte b = bytes.get();
      ended = b == '\n';
      if (!ended) {
        json.take(b);
      }
    }
    part.limit(bytes.position());
    return part;
  }

  /** What the line says; once it is complete. */
  JsonScanner json() {
    return json;
  }

  /** Whether the application already has a part of it. */
  boolean isPartlyPassed() {
    return isPartlyPassed;
  }

  /**
   * Keeps a part of the line.
   *
   * @return false if there is no room for it
   */
  boolean hold(ByteBuffer part) {
    return held.append(part);
  }

  /** What is held back of the line; the application gets that now. */
  ByteBuffer pass() {
    isPartlyPassed = true;
    return held.drain();
  }

  /** The next line begins. */
  void next() {
    held.clear();
    json.begin(WatchField.EVENT);
    isPartlyPassed = false;
  }

  /** What is held back of the line, which is given to another owner. */
  HeldBytes leave() {
    HeldBytes left = held;
    held = new HeldBytes(MOST_HELD);
    next();
    return left;
  }
}
