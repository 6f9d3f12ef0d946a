package io.redial.config;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
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

  private PropertiesText() {}

  static void read(byte[] contents, Reader reader) {
    ByteBuffer in = ByteBuffer.wrap(contents);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(in).toString();
      read(text.startsWith("\ufeff") ? text.substring(1) : text, reader);
    } catch (IOException e) {
      String before = new String(contents, 0, in.position(), StandardCharsets.UTF_8);
      BufferedReader lines = new BufferedReader(new StringReader(before + "?"));
      reader.mistake("not UTF-8", (int) lines.lines().count());
    }
  }

  private static void read(String text, Reader reader) throws IOException {
    BufferedReader lines = new BufferedReader(new StringReader(text));
    StringBuilder entry = new StringBuilder();
    int first = 1;
    int next = 1;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      next++;
      String part = withoutComment(line, entry.length() == 0);
      entry.append(part);
      if (continues(part)) {
        entry.append('\n');
      } else {
        entry(entry.toString(), first, reader);
        entry.setLength(0);
        first = next;
      }
    }
    entry(entry.toString(), first, reader);
  }

  /**
   * Returns a line without the comment at its end.
   *
   * @param isFirst whether it does not continue another line
   */
  private static String withoutComment(String line, boolean isFirst) {
    boolean isBlank = isFirst;
    boolean afterSpace = isFirst;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if ((afterSpace && c == '#') || (isBlank && c == '!')) {
        return line.substring(0, i);
      }
      afterSpace = c == ' ' || c == '\t' || c == '\f';
      isBlank &= afterSpace;
      i += c == '\\' ? 1 : 0; // The next character is escaped.
    }
    return line;
  }

  /** Returns whether a line ends with a backslash that is not itself escaped. */
  private static boolean continues(String line) {
    int end = line.length();
    while (end > 0 && line.charAt(end - 1) == '\\') {
      end--;
    }
    return (line.length() - end) % 2 == 1;
  }

  /** Reads a text with at most one entry. */
  private static void entry(String text, int line, Reader reader) {
    if (text.trim().isEmpty()) {
      return;
    }
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
}
