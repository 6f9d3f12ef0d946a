package io.redial.config;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/**
 * Reads a properties file as {@link Properties} does, with three differences: it is UTF-8, every
 * entry knows its line, and a {@code #} after white space begins a comment even after a value. The
 * text is split into entries here; {@link Properties} reads each of them. Takes time linear in the
 * text; never throws.
 */
final class PropertiesText {
  /** Receives the entries and mistakes of the file, in order. */
  interface Reader {
    void entry(String key, String value, int line);

    void mistake(String what, int line);
  }

  private final String text;
  private int at;
  private int line = 1;

  private PropertiesText(String text) {
    this.text = text;
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
    PropertiesText lines = new PropertiesText(text.startsWith("\ufeff") ? text.substring(1) : text);
    while (lines.at < lines.text.length()) {
      int line = lines.line;
      String entry = lines.nextEntry();
      if (!entry.trim().isEmpty()) {
        read(entry, line, reader);
      }
    }
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

  /** Reads a text with at most one entry. */
  private static void read(String text, int line, Reader reader) {
    Properties entry = new Properties();
    try {
      entry.load(new StringReader(text));
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      // The last one by Java 8, if the digits are missing at the end of a long line.
      reader.mistake("\\u needs four hexadecimal digits", line);
    }
    for (String key : entry.stringPropertyNames()) {
      reader.entry(key, entry.getProperty(key), line);
    }
  }

  /** Returns the next line, together with those that continue it, and without a comment. */
  private String nextEntry() {
    int start = at;
    boolean isBlank = true;
    boolean afterSpace = true;
    while (at < text.length() && !isLineEnd(text.charAt(at))) {
      char c = text.charAt(at);
      if ((afterSpace && c == '#') || (isBlank && c == '!')) {
        break;
      }
      afterSpace = isSpace(c);
      isBlank &= afterSpace;
      at++;
      if (c == '\\' && at < text.length()) {
        skipEscaped();
      }
    }
    String entry = text.substring(start, at);
    while (at < text.length() && !isLineEnd(text.charAt(at))) {
      at++; // Of a comment.
    }
    endLine();
    return entry;
  }

  private void skipEscaped() {
    if (isLineEnd(text.charAt(at))) {
      endLine();
    } else {
      at++;
    }
  }

  /** Goes to the next line, if there is one. */
  private void endLine() {
    at += text.startsWith("\r\n", at) ? 2 : 1;
    line++;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\f';
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r';
  }
}
