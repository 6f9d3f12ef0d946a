package io.redial.subjects;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Random;

/** Bodies that a test and its subject can both make from a size and a seed, and their digests. */
public final class Seeded {
  private static final String HEX = "0123456789abcdef";

  private Seeded() {}

  /** Printable ASCII, so that it may also be sent as a text; the same for the same arguments. */
  public static byte[] bytes(int size, long seed) {
    Random random = new Random(seed);
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) ('!' + random.nextInt('~' - '!'));
    }
    return bytes;
  }

  /** The bytes' SHA-256 in lower-case hexadecimal. */
  public static String sha256(byte[] bytes) {
    try {
      StringBuilder hex = new StringBuilder();
      for (byte b : MessageDigest.getInstance("SHA-256").digest(bytes)) {
        hex.append(HEX.charAt((b >> 4) & 15)).append(HEX.charAt(b & 15));
      }
      return hex.toString();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
