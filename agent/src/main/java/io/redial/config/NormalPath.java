package io.redial.config;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;

/**
 * The form in which paths are compared (RFC 3986 §6.2.2): hex digits of escapes in upper case,
 * unreserved characters decoded, and everything that a path cannot contain percent-encoded as
 * UTF-8, as the clients send it. Dots and slashes stay as they are, because no client removes dots.
 */
final class NormalPath {
  private static final String HEX = "0123456789ABCDEF";
  private static final String PLAIN =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";

  /** The same with and without percent-encoding (RFC 3986 §2.3). */
  private static final boolean[] UNRESERVED = ascii(PLAIN);

  /** What a path may contain as it is (RFC 3986 §3.3). */
  private static final boolean[] OF_PATH = ascii(PLAIN + "/:@!$&'()*+,;=");

  private NormalPath() {}

  private static boolean[] ascii(String characters) {
    boolean[] set = new boolean[128];
    for (int i = 0; i < characters.length(); i++) {
      set[characters.charAt(i)] = true;
    }
    return set;
  }

  private static boolean has(boolean[] ascii, int character) {
    return character < ascii.length && ascii[character];
  }

  /**
   * Returns the normal form of a path. A query after it is kept or dropped. Allocates nothing for a
   * path that is in this form already, as nearly all are.
   *
   * @param path may be null
   */
  static String of(String path) {
    int length = path == null ? 0 : path.length();
    for (int i = 0; i < length; i++) {
      char c = path.charAt(i);
      if (c == '?' || c == '#') {
        return path;
      }
      if (c == '%' ? !isNormalEscape(path, i) : !has(OF_PATH, c)) {
        return normalized(path);
      }
    }
    return path;
  }

  private static String normalized(String path) {
    // NFC first, as java.net.URI does it for every client.
    String text = Normalizer.normalize(path, Normalizer.Form.NFC);
    StringBuilder normal = new StringBuilder(text.length() + 16);
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == '?' || c == '#') {
        break;
      }
      int escaped = c == '%' ? escapedAt(text, i) : -1;
      if (escaped >= 0) {
        if (has(UNRESERVED, escaped)) {
          normal.append((char) escaped);
        } else {
          escape(escaped, normal);
        }
        i += 3;
      } else if (c != '%' && has(OF_PATH, c)) {
        normal.append(c);
        i++;
      } else {
        int point = text.codePointAt(i);
        int next = i + Character.charCount(point);
        for (byte each : text.substring(i, next).getBytes(StandardCharsets.UTF_8)) {
          escape(each & 0xff, normal);
        }
        i = next;
      }
    }
    return normal.toString();
  }

  private static void escape(int octet, StringBuilder to) {
    to.append('%').append(HEX.charAt(octet >> 4)).append(HEX.charAt(octet & 15));
  }

  private static boolean isNormalEscape(String path, int at) {
    int octet = escapedAt(path, at);
    return octet >= 0
        && !has(UNRESERVED, octet)
        && path.charAt(at + 1) == HEX.charAt(octet >> 4)
        && path.charAt(at + 2) == HEX.charAt(octet & 15);
  }

  /** Returns the octet of the escape at an index, or -1 if the percent sign begins none. */
  private static int escapedAt(String text, int at) {
    if (at + 2 >= text.length()) {
      return -1;
    }
    int high = Character.digit(text.charAt(at + 1), 16);
    int low = Character.digit(text.charAt(at + 2), 16);
    boolean ascii = text.charAt(at + 1) < 0x80 && text.charAt(at + 2) < 0x80;
    return ascii && high >= 0 && low >= 0 ? (high << 4) + low : -1;
  }
}
