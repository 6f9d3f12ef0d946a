package io.redial.config;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Reads a properties file as {@link java.util.Properties} does, with three differences: it is
 * UTF-8, every entry knows its line, and a {@code #} after white space begins a comment even after
 * a value. Takes time linear in the text; never throws.
 */
final class PropertiesText {
  /** Receives the entries and mistakes of the file, in order. */
  interface Reader {
    void entry(String key, String value, int line);

    void mistake(String what, int line);
  }

  private static final int END = -1;

  private final String text;
  private final Reader reader;
  private int at;
  private int line = 1;
  private boolean badEscape;

  private PropertiesText(String text, Reader reader) {
    this.text = text;
    this.reader = reader;
  }

  static void read(byte[] contents, Reader reader) {
    CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(contents);
    CharBuffer out = CharBuffer.allocate(contents.length);
    CoderResult result = utf8.decode(in, out, true);
    if (result.isError()) {
      reader.mistake("not UTF-8", lineAt(contents, in.position()));
      return;
    }
    // Not flip(), which returns a Buffer on Java 8 and a CharBuffer on later versions.
    String text = new String(out.array(), 0, out.position());
    new PropertiesText(text.startsWith("\ufeff") ? text.substring(1) : text, reader).entries();
  }

  private static int lineAt(byte[] contents, int position) {
    int line = 1;
    for (int i = 0; i < position; i++) {
      if (contents[i] == '\n' || (contents[i] == '\r' && contents[i + 1] != '\n')) {
        line++;
      }
    }
    return line;
  }

  private void entries() {
    while (peek() != END) {
      int c = peek();
      if (isSpace(c)) {
        at++;
      } else if (isLineEnd(c)) {
        endLine();
      } else if (goesOn()) {
        at++;
        endLine();
      } else if (c == '#' || c == '!') {
        skipComment();
      } else {
        entry();
      }
    }
  }

  private void entry() {
    int first = line;
    badEscape = false;
    StringBuilder key = new StringBuilder();
    while (peek() != END && !isLineEnd(peek()) && !isSpace(peek()) && !isSeparator(peek())) {
      take(key);
    }
    skipSpace();
    if (isSeparator(peek())) {
      at++;
      skipSpace();
    }
    StringBuilder value = new StringBuilder();
    boolean afterSpace = at > 0 && isSpace(text.charAt(at - 1));
    while (peek() != END && !isLineEnd(peek())) {
      if (afterSpace && peek() == '#') {
        skipComment();
        break;
      }
      afterSpace = isSpace(peek());
      take(value);
    }
    if (badEscape) {
      reader.mistake("\\u needs four hexadecimal digits", first);
    } else {
      reader.entry(key.toString(), value.toString(), first);
    }
  }

  /** Takes one character, plain or escaped, or nothing where a line continues on the next. */
  private void take(StringBuilder into) {
    char c = text.charAt(at++);
    if (c != '\\') {
      into.append(c);
      return;
    }
    int escaped = peek();
    if (escaped == END) {
      return;
    }
    if (isLineEnd(escaped)) {
      endLine();
      while (isSpace(peek())) {
        at++;
      }
      return;
    }
    at++;
    switch (escaped) {
      case 't':
        into.append('\t');
        break;
      case 'n':
        into.append('\n');
        break;
      case 'r':
        into.append('\r');
        break;
      case 'f':
        into.append('\f');
        break;
      case 'u':
        unicode(into);
        break;
      default:
        into.append((char) escaped);
    }
  }

  private void unicode(StringBuilder into) {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = peek() == END ? -1 : Character.digit((char) peek(), 16);
      if (digit < 0 || peek() > 'f') {
        badEscape = true;
        return;
      }
      code = code * 16 + digit;
      at++;
    }
    into.append((char) code);
  }

  /** Skips white space between a key and its value, across line ends that are continued. */
  private void skipSpace() {
    StringBuilder nothing = new StringBuilder(0);
    while (isSpace(peek()) || goesOn()) {
      if (isSpace(peek())) {
        at++;
      } else {
        take(nothing);
      }
    }
  }

  private void skipComment() {
    while (peek() != END && !isLineEnd(peek())) {
      at++;
    }
  }

  private void endLine() {
    if (text.charAt(at) == '\r' && at + 1 < text.length() && next() == '\n') {
      at++;
    }
    at++;
    line++;
  }

  /** Returns whether a backslash here continues the line on the next. */
  private boolean goesOn() {
    return peek() == '\\' && at + 1 < text.length() && isLineEnd(next());
  }

  private int peek() {
    return at < text.length() ? text.charAt(at) : END;
  }

  private char next() {
    return text.charAt(at + 1);
  }

  private static boolean isSpace(int c) {
    return c == ' ' || c == '\t' || c == '\f';
  }

  private static boolean isLineEnd(int c) {
    return c == '\n' || c == '\r';
  }

  private static boolean isSeparator(int c) {
    return c == '=' || c == ':';
  }
}
