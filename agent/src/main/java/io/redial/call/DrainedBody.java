package io.redial.call;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The body of a response that is given up on: read up to {@code drain}, so that the connection goes
 * back to its pool before the wait, and kept in case the application gets the response after all
 * (rule 8).
 */
final class DrainedBody {
  private static final int PIECE = 4096;

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream(0);
  private final boolean hasBody;
  private volatile boolean isComplete;

  DrainedBody(boolean hasBody) {
    this.hasBody = hasBody;
    this.isComplete = !hasBody;
  }

  /**
   * Reads a body to its end and closes it, which gives its connection back. If the body is too
   * long, it stops reading and leaves it open.
   *
   * @param body may be null for an empty one
   */
  void readFrom(InputStream body, int limit) throws IOException {
    if (body != null) {
      byte[] piece = new byte[PIECE];
      for (int count = body.read(piece); count >= 0; count = body.read(piece)) {
        kept.write(piece, 0, count);
        if (kept.size() > limit) {
          return;
        }
      }
      body.close();
    }
    isComplete = true;
  }

  /** Returns whether the whole body was kept. */
  boolean isComplete() {
    return isComplete;
  }

  /** Returns what was kept; null if the response has no body. */
  byte[] bytes() {
    return hasBody ? kept.toByteArray() : null;
  }
}
