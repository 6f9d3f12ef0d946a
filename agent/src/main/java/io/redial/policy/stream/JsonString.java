package io.redial.policy.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads one JSON string byte by byte, from after its opening quotation mark (RFC 8259 §7), and
 * keeps the beginning of its text for comparison with ASCII strings. The text is decoded as
 * Latin-1, so that a string with other characters equals none that matters.
 */
final class JsonString {
  /** The longest text that is kept, in bytes. */
  static final int MAX = 128;

  private static final byte NOT_ASCII = (byte) 0xff;

  private enum State {
    TEXT,
    ESCAPE,
    HEX,
    ENDED,
    BROKEN
  }

  private final byte[] bytes = new byte[MAX];
  private int length;
  private State state = State.ENDED;
  private int digits;
  private int character;

  void begin() {
    length = 0;
    state = State.TEXT;
  }

  boolean isEnded() {
    return state == State.ENDED;
  }

  boolean isBroken() {
    return state == State.BROKEN;
  }

  /** Takes the next byte. */
  void take(byte b) {
    if (state == State.ESCAPE) {
      escape(b);
    } else if (state == State.HEX) {
      hexDigit(b);
    } else if (b == '"') {
      state = State.ENDED;
    } else if (b == '\\') {
      state = State.ESCAPE;
    } else if (b >= 0 && b < ' ') {
      state = State.BROKEN;
    } else {
      add(b);
    }
  }

  /** Skips bytes that change nothing any more: those of a text that is too long to be kept. */
  void skip(ByteBuffer bytes) {
    if (state != State.TEXT || length <= MAX) {
      return;
    }
    int at = bytes.position();
    while (at < bytes.limit() && isPlain(bytes.get(at))) {
      at++;
    }
    bytes.position(at);
  }

  private static boolean isPlain(byte b) {
    return b != '"' && b != '\\' && (b < 0 || b >= ' ');
  }

  private void escape(byte b) {
    state = State.TEXT;
    switch (b) {
      case '"':
      case '\\':
      case '/':
        add(b);
        break;
      case 'b':
      case 'f':
      case 'n':
      case 'r':
      case 't':
        add((byte) 0); // Which of them is irrelevant: no text that matters has one.
        break;
      case 'u':
        digits = 0;
        character = 0;
        state = State.HEX;
        break;
      default:
        state = State.BROKEN;
    }
  }

  private void hexDigit(byte b) {
    int digit = b < 0 ? -1 : Character.digit((char) b, 16);
    if (digit < 0) {
      state = State.BROKEN;
      return;
    }
    character = character * 16 + digit;
    digits++;
    if (digits == 4) {
      add(character < 0x80 ? (byte) character : NOT_ASCII);
      state = State.TEXT;
    }
  }

  /** Adds a character to the text as it is. */
  void add(byte b) {
    if (length < MAX) {
      bytes[length] = b;
    }
    if (length <= MAX) {
      length++;
    }
  }

  /** Returns the text, or null if it is too long. */
  String text() {
    return length > MAX ? null : new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }
}
