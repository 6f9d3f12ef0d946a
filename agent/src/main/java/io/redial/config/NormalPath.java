package io.redial.config;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.BitSet;

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
  private static final BitSet UNRESERVED = set(PLAIN);

  /** What a path may contain as it is (RFC 3986 §3.3). */
  private static final BitSet OF_PATH = set(PLAIN + "/:@!$&'()*+,;=");

  private NormalPath() {}

  private static BitSet set(String characters) {
    BitSet set = new BitSet();
    for (int i = 0; i < characters.length(); i++) {
      set.set(characters.charAt(i));
    }
    return set;
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
      if (c == '%' ? !isNormalEscape(path, i) : !OF_PATH.get(c)) {
        return normalized(path);
      }
    }
    return path;
  }

  private static String normalized(String path) {
    // NFC first, as java.net.URI does it for every client.
    String text = Normalizer.normalize(path.substring(0, end(path)), Normalizer.Form.NFC);
    String octets = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    StringBuilder normal = new StringBuilder(octets.length() + 16);
    int i = 0;
    while (i < octets.length()) {
      int escaped = escapedAt(octets, i);
      int octet = escaped < 0 ? octets.charAt(i) : escaped;
      if ((escaped < 0 ? OF_PATH : UNRESERVED).get(octet)) {
        normal.append((char) octet);
      } else {
        normal.append('%').append(HEX.charAt(octet >> 4)).append(HEX.charAt(octet & 15));
      }
      i += escaped < 0 ? 1 : 3;
    }
    return normal.toString();
  }

  /** Returns the index at which the path ends and its query begins, if it has one. */
  static int end(String path) {
    int end = 0;
    while (end < path.length() && path.charAt(end) != '?' && path.charAt(end) != '#') {
      end++;
    }
    return end;
  }

  private static boolean isNormalEscape(String path, int at) {
    int octet = escapedAt(path, at);
    return octet >= 0
        && !UNRESERVED.get(octet)
        && path.charAt(at + 1) == HEX.charAt(octet >> 4)
        && path.charAt(at + 2) == HEX.charAt(octet & 15);
  }

  /** Returns the octet of the escape that begins at an index, or -1 if none does. */
  private static int escapedAt(String text, int at) {
    if (text.charAt(at) != '%' || at + 2 >= text.length()) {
      return -1;
    }
    int high = HEX.indexOf(Character.toUpperCase(text.charAt(at + 1)));
    int low = HEX.indexOf(Character.toUpperCase(text.charAt(at + 2)));
    return high >= 0 && low >= 0 ? (high << 4) + low : -1;
  }
}
