package io.redial.contract.nets.download;

import io.redial.subjects.download.Fingerprint;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Random;

/** The bytes of a file that is nowhere, by their position. Immutable. */
final class LargeFile {
  /** A prime, so that what repeats does not do so at the sizes of any buffer. */
  private static final int PERIOD = 1_048_573;

  private static final int PIECE = 64 * 1024;

  final long size;
  private final byte[] bytes = new byte[2 * PERIOD];

  LargeFile(long size, long seed) {
    this.size = size;
    byte[] once = new byte[PERIOD];
    new Random(seed).nextBytes(once);
    System.arraycopy(once, 0, bytes, 0, PERIOD);
    System.arraycopy(once, 0, bytes, PERIOD, PERIOD);
  }

  String sha256() {
    Fingerprint all = new Fingerprint();
    for (long at = 0; at < size; at += PERIOD) {
      all.add(ByteBuffer.wrap(bytes, 0, (int) Math.min(PERIOD, size - at)));
    }
    return all.sha256();
  }

  /** Writes the bytes of a part, the end of which is exclusive. */
  void write(OutputStream out, long from, long to) throws IOException {
    for (long at = from; at < to; at += PIECE) {
      out.write(bytes, (int) (at % PERIOD), (int) Math.min(PIECE, to - at));
    }
  }
}
