package io.redial.subjects;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A message is a map of strings: the number of entries, then each key and value as a length and
 * UTF-8 bytes, so that a value may be as long as a body.
 */
public final class Messages {
  /**
   * Goes before the first reply, so that what agents print to standard output can be told apart.
   */
  public static final String MAGIC = "\n--redial-subject--\n";

  private Messages() {}

  /** Writes one message whole and flushes it. */
  public static void write(DataOutputStream out, Map<String, String> message) throws IOException {
    out.writeInt(message.size());
    for (Map.Entry<String, String> entry : message.entrySet()) {
      text(out, entry.getKey());
      text(out, entry.getValue());
    }
    out.flush();
  }

  /** Reads one message, or gives null at an orderly end of the stream. */
  public static Map<String, String> read(DataInputStream in) throws IOException {
    int entries;
    try {
      entries = in.readInt();
    } catch (EOFException end) {
      return null;
    }
    Map<String, String> message = new LinkedHashMap<>();
    for (int i = 0; i < entries; i++) {
      String key = text(in);
      message.put(key, text(in));
    }
    return message;
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
