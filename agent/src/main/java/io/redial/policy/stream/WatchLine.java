package io.redial.policy.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

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

  private static final String BOOKMARK = "BOOKMARK";

  private HeldBytes held = new HeldBytes(MAX_HELD);
  private boolean isPartlyPassed;

  /** What a line that is too long to be held back says at its beginning; otherwise null. */
  private WatchEvent beginning;

  /** Takes the bytes up to and including the end of a line, or all if it does not end in them. */
  static ByteBuffer part(ByteBuffer bytes) {
    ByteBuffer part = bytes.duplicate();
    part.limit(end(bytes));
    bytes.position(part.limit());
    return part;
  }

  private static int end(ByteBuffer bytes) {
    int end = bytes.limit();
    int at = bytes.position();
    if (bytes.hasArray()) { // Such a loop is several times as fast.
      byte[] array = bytes.array();
      int offset = bytes.arrayOffset();
      while (at < end && array[offset + at] != '\n') {
        at++;
      }
    } else {
      while (at < end && bytes.get(at) != '\n') {
        at++;
      }
    }
    return Math.min(at + 1, end);
  }

  /** Returns whether the application already has a part of the line. */
  boolean isPartlyPassed() {
    return isPartlyPassed;
  }

  /** Returns whether a part of the line is its first one, and of something other than an object. */
  boolean beginsNoObject(ByteBuffer part) {
    boolean isFirst = held.size() == 0 && !isPartlyPassed;
    byte first = part.get(part.position());
    return isFirst && first != '{' && !isSpace(first);
  }

  /** Returns whether there is nothing but white space in the line, of which this is the end. */
  boolean isBlank(ByteBuffer end) {
    return !isPartlyPassed && isSpace(held.bytes()) && isSpace(end);
  }

  private static boolean isSpace(ByteBuffer bytes) {
    for (int i = bytes.position(); i < bytes.limit(); i++) {
      if (!isSpace(bytes.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\r' || b == '\n';
  }

  /**
   * Holds back a part of the line, as far as there is room for it.
   *
   * @return whether there was room for all of it
   */
  boolean hold(ByteBuffer part) {
    boolean fits = held.append(part);
    if (!fits) {
      beginning = WatchEvent.of(new WatchJson(held.bytes(), WatchField.EVENT));
    }
    return fits;
  }

  /**
   * Returns the event in the line, of which this is the end, or null if there is none. Of a line
   * that is too long, only the beginning is looked at; there, Kubernetes has all that matters.
   */
  WatchEvent event(ByteBuffer end) {
    boolean isWhole = !isPartlyPassed && (held.size() == 0 || hold(end));
    if (!isWhole) {
      return beginning;
    }
    ByteBuffer line = held.size() == 0 ? end : held.bytes();
    WatchJson json = new WatchJson(line, WatchField.EVENT);
    return json.isComplete() ? WatchEvent.of(json) : null;
  }

  /**
   * Returns whether the line, even if incomplete, is a bookmark. One that ends within its type is
   * completed to see it: no other type begins with the same letter.
   */
  boolean isBookmark() {
    if (isBookmark(held.bytes())) {
      return true;
    }
    String text = StandardCharsets.ISO_8859_1.decode(held.bytes()).toString();
    String begun = text.substring(text.lastIndexOf('"') + 1);
    if (begun.isEmpty() || !BOOKMARK.startsWith(begun)) {
      return false;
    }
    String whole = text + BOOKMARK.substring(begun.length()) + '"';
    return isBookmark(ByteBuffer.wrap(whole.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private static boolean isBookmark(ByteBuffer line) {
    return BOOKMARK.equals(new WatchJson(line, WatchField.EVENT).value(WatchField.TYPE));
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
    isPartlyPassed = false;
    beginning = null;
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
