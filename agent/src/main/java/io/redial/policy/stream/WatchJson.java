package io.redial.policy.stream;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * One JSON object (RFC 8259), of which only the few members that matter are kept. Input that it
 * cannot be certain of does not count as an object: deep nesting, and a member that matters and
 * occurs twice, because parsers differ in which of the two they use. Of a part of an object, it has
 * the members that were complete. Never throws, whatever the bytes are.
 */
final class WatchJson {
  /** Kubernetes itself stops at 10,000, but the objects of real clusters are far below that. */
  static final int DEEPEST = 512;

  /** The longest text that is kept, in bytes. */
  static final int LONGEST_TEXT = 128;

  private static final int END = -1;

  /** Whether a byte of a string does not mean itself: it ends it, is an escape or not allowed. */
  private static final boolean[] ENDS_PLAIN = new boolean[256];

  static {
    Arrays.fill(ENDS_PLAIN, 0, ' ', true);
    ENDS_PLAIN['"'] = true;
    ENDS_PLAIN['\\'] = true;
  }

  private final byte[] bytes;
  private final int end;
  private int at;

  /**
   * The latest string or number; if it is too long to be kept, only its beginning. Bytes are
   * decoded as Latin-1, so that a text with characters beyond ASCII equals none that matters.
   */
  private final StringBuilder text = new StringBuilder();

  private final Map<WatchField, String> values = new EnumMap<>(WatchField.class);

  /** The fields whose keys have been read. */
  private final Set<WatchField> found = EnumSet.noneOf(WatchField.class);

  private final boolean isComplete;

  /**
   * Reads what remains of a buffer, which stays as it is.
   *
   * @param what what the object is; it says which of its members matter
   */
  WatchJson(ByteBuffer bytes, WatchField what) {
    this.bytes = HeldBytes.array(bytes);
    this.at = HeldBytes.offset(bytes);
    this.end = at + bytes.remaining();
    this.isComplete = skipSpace() == '{' && object(what, 1) && skipSpace() == END;
  }

  /** Returns whether there is a whole object, with nothing but white space around it. */
  boolean isComplete() {
    return isComplete;
  }

  /** Returns the text of a field, or null if it is missing, has another type, or is too long. */
  String value(WatchField wanted) {
    return values.get(wanted);
  }

  // The methods below read what they are named after. They return false if it is malformed or
  // incomplete.

  private boolean value(WatchField field, int depth) {
    switch (skipSpace()) {
      case '{':
        return depth < DEEPEST && object(field, depth + 1);
      case '[':
        return depth < DEEPEST && array(depth + 1);
      case '"':
        return string() && keep(field, false);
      case 't':
        return literal("true");
      case 'f':
        return literal("false");
      case 'n':
        return literal("null");
      default:
        return number() && keep(field, true);
    }
  }

  private boolean object(WatchField field, int depth) {
    at++;
    if (takes('}')) {
      return true;
    }
    do {
      if (skipSpace() != '"' || !string()) {
        return false;
      }
      WatchField member = field.hasMembers() ? field.member(text()) : WatchField.OTHER;
      boolean isAmbiguous = member != WatchField.OTHER && !found.add(member);
      if (isAmbiguous || !takes(':') || !value(member, depth)) {
        return false;
      }
    } while (takes(','));
    return takes('}');
  }

  private boolean array(int depth) {
    at++;
    if (takes(']')) {
      return true;
    }
    do {
      if (!value(WatchField.OTHER, depth)) {
        return false;
      }
    } while (takes(','));
    return takes(']');
  }

  private boolean literal(String word) {
    for (int i = 0; i < word.length(); i++, at++) {
      if (peek() != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a number is well formed but for its first character is left to its reader. */
  private boolean number() {
    text.setLength(0);
    boolean begins = peek() == '-' || (peek() >= '0' && peek() <= '9');
    while (begins && "0123456789+-.eE".indexOf(peek()) >= 0) {
      append(peek());
      at++;
    }
    return begins && peek() != END;
  }

  /** Reads a string with its quotation marks (RFC 8259 §7). */
  private boolean string() {
    text.setLength(0);
    at++;
    while (plain() != '"') {
      boolean isEscape = peek() == '\\';
      at++;
      if (!isEscape || !escape()) {
        return false; // A control character or the end.
      }
    }
    at++;
    return true;
  }

  /** Reads the part of a string that means itself, and returns the character after it. */
  private int plain() {
    int start = at;
    int next = at;
    while (next < end && !ENDS_PLAIN[bytes[next] & 0xff]) {
      next++;
    }
    at = next;
    for (int i = start; i < next && text.length() <= LONGEST_TEXT; i++) {
      append(bytes[i] & 0xff);
    }
    return peek();
  }

  /** Reads an escape after its backslash. */
  private boolean escape() {
    int c = peek();
    at++;
    switch (c) {
      case '"':
      case '\\':
      case '/':
        append(c);
        return true;
      case 'b':
      case 'f':
      case 'n':
      case 'r':
      case 't':
        append('\0'); // Which of them is irrelevant: no text that matters has one.
        return true;
      case 'u':
        return unicode();
      default:
        return false;
    }
  }

  private boolean unicode() {
    int code = 0;
    for (int i = 0; i < 4; i++, at++) {
      int digit = peek() == END ? -1 : Character.digit(peek(), 16);
      if (digit < 0) {
        return false;
      }
      code = code * 16 + digit;
    }
    append(Math.min(code, 0xff));
    return true;
  }

  private void append(int c) {
    if (text.length() <= LONGEST_TEXT) {
      text.append((char) c);
    }
  }

  private String text() {
    return text.length() > LONGEST_TEXT ? null : text.toString();
  }

  private boolean keep(WatchField field, boolean isNumber) {
    if (field.isValue() && field.isNumber() == isNumber) {
      values.put(field, text());
    }
    return true;
  }

  /** Takes a character of the structure, after any white space, if it is the next one. */
  private boolean takes(char c) {
    boolean isNext = skipSpace() == c;
    at += isNext ? 1 : 0;
    return isNext;
  }

  /** Skips white space, and returns the character after it. */
  private int skipSpace() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n') {
      at++;
    }
    return peek();
  }

  private int peek() {
    return at < end ? bytes[at] & 0xff : END;
  }
}
