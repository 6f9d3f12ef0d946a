package io.redial.subjects.download;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The length and the SHA-256 of bytes that come piece by piece. Not thread-safe. */
public final class Fingerprint {
  private static final int BUFFER = 16 * 1024;

  private final MessageDigest digest;
  private long length;

  /** Of no bytes yet. */
  public Fingerprint() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Of a stream, which is read to its end and closed. */
  public static Fingerprint of(InputStream stream) throws IOException {
    Fingerprint all = new Fingerprint();
    try (InputStream in = stream) {
      byte[] buffer = new byte[BUFFER];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        all.add(ByteBuffer.wrap(buffer, 0, count));
      }
    }
    return all;
  }

  /** Takes all that remains in a buffer. */
  public void add(ByteBuffer piece) {
    length += piece.remaining();
    digest.update(piece);
  }

  /** What a scenario answers; ends the digest. */
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("length", Long.toString(length));
    facts.put("sha256", sha256());
    return facts;
  }

  /** In hexadecimal digits; ends the digest. */
  public String sha256() {
    return String.format("%064x", new BigInteger(1, digest.digest()));
  }
}
