package io.redial.call;

import io.redial.kernel.FaultBoundary;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A body that Redial hands out in the place of the client's own. Read by one thread at a time; may
 * be closed by any other thread.
 */
public abstract class PulledStream extends InputStream {
  private static final int BUFFER = 4096;

  /**
   * Returns whether the bytes may come from another response, so that whoever closes the response
   * has to end the body, too.
   */
  public abstract boolean mayBeResumed();

  /** Writes the whole body, as the clients do. Any failure ends the connection. */
  public final void writeTo(OutputStream out) throws IOException {
    try {
      byte[] buffer = new byte[BUFFER];
      for (int count = read(buffer); count >= 0; count = read(buffer)) {
        out.write(buffer, 0, count);
      }
    } catch (IOException | RuntimeException thrown) {
      FaultBoundary.attempt(this::drop);
      throw thrown;
    }
    close();
  }

  /**
   * Called when the application is done with the response.
   *
   * @param drops whether its connection is of no use any more
   * @return the client's stream to close; null if the client itself has to close or release the
   *     response, because the bytes come from it
   */
  public abstract Closeable ends(boolean drops);

  /** Drops the connection that the bytes come from, because nothing more is read. */
  abstract void drop();
}
