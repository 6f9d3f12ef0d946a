package io.redial.subjects.load.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Header blocks of one connection (RFC 7541): reads all of them, writes the simplest. */
public final class Hpack {
  private static final String[] STATIC =
      (":authority=|:method=GET|:method=POST|:path=/|:path=/index.html|:scheme=http|:scheme=https"
              + "|:status=200|:status=204|:status=206|:status=304|:status=400|:status=404"
              + "|:status=500|accept-charset=|accept-encoding=gzip, deflate|accept-language="
              + "|accept-ranges=|accept=|access-control-allow-origin=|age=|allow=|authorization="
              + "|cache-control=|content-disposition=|content-encoding=|content-language="
              + "|content-length=|content-location=|content-range=|content-type=|cookie=|date="
              + "|etag=|expect=|expires=|from=|host=|if-match=|if-modified-since=|if-none-match="
              + "|if-range=|if-unmodified-since=|last-modified=|link=|location=|max-forwards="
              + "|proxy-authenticate=|proxy-authorization=|range=|referer=|refresh=|retry-after="
              + "|server=|set-cookie=|strict-transport-security=|transfer-encoding=|user-agent="
              + "|vary=|via=|www-authenticate=")
          .split("\\|", -1);

  private static final int STATUS = 8;
  private static final int OVERHEAD = 32;

  private final List<String[]> dynamic = new ArrayList<>();
  private int size;
  private int limit = 4096;
  private byte[] block;
  private int at;

  /** The fields of a request; of one that comes twice, the last. */
  public Map<String, String> read(byte[] bytes) throws IOException {
    Map<String, String> fields = new HashMap<>();
    block = bytes;
    at = 0;
    while (at < block.length) {
      int first = block[at];
      if ((first & 0x80) != 0) {
        put(fields, entry(number(7)));
      } else if ((first & 0x40) != 0) {
        String[] field = literal(number(6));
        add(field);
        put(fields, field);
      } else if ((first & 0x20) != 0) {
        limit = number(5);
        evict();
      } else {
        put(fields, literal(number(4)));
      }
    }
    return fields;
  }

  private static void put(Map<String, String> fields, String[] field) {
    fields.put(field[0], field[1]);
  }

  private String[] literal(int name) throws IOException {
    return new String[] {name == 0 ? text() : entry(name)[0], text()};
  }

  private String[] entry(int index) throws IOException {
    if (index >= 1 && index <= STATIC.length) {
      return STATIC[index - 1].split("=", 2);
    }
    int place = index - STATIC.length - 1;
    if (index < 1 || place >= dynamic.size()) {
      throw new IOException("no header field has the index " + index);
    }
    return dynamic.get(place);
  }

  private void add(String[] field) {
    dynamic.add(0, field);
    size += size(field);
    evict();
  }

  private void evict() {
    while (size > limit && !dynamic.isEmpty()) {
      size -= size(dynamic.remove(dynamic.size() - 1));
    }
  }

  private static int size(String[] field) {
    return field[0].length() + field[1].length() + OVERHEAD;
  }

  private String text() {
    boolean coded = (block[at] & 0x80) != 0;
    int length = number(7);
    byte[] bytes = java.util.Arrays.copyOfRange(block, at, at + length);
    at += length;
    return coded ? Huffman.decode(bytes) : new String(bytes, StandardCharsets.UTF_8);
  }

  private int number(int bits) {
    int most = (1 << bits) - 1;
    int value = block[at++] & most;
    if (value < most) {
      return value;
    }
    int shift = 0;
    int next;
    do {
      next = block[at++];
      value += (next & 0x7f) << shift;
      shift += 7;
    } while ((next & 0x80) != 0);
    return value;
  }

  /** A response's fields, none of them indexed. */
  public static byte[] response(int status, String... headers) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(STATUS);
    literal(out, Integer.toString(status));
    for (int i = 0; i < headers.length; i += 2) {
      out.write(0);
      literal(out, headers[i].toLowerCase(java.util.Locale.ROOT));
      literal(out, headers[i + 1]);
    }
    return out.toByteArray();
  }

  private static void literal(ByteArrayOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    int left = bytes.length;
    if (left < 0x7f) {
      out.write(left);
    } else {
      out.write(0x7f);
      for (left -= 0x7f; left >= 0x80; left >>= 7) {
        out.write((left & 0x7f) | 0x80);
      }
      out.write(left);
    }
    out.write(bytes);
  }
}
