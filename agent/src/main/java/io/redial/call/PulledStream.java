package io.redial.call;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A body that Redial hands out in the place of the client's own. Read by one thread at a time; may
 * be closed by any other thread.
 */
public abstract class PulledStream extends InputStream {

  /**
   * Returns whether the bytes may come from another response, so that whoever closes the response
   * has to end the body, too.
   */
  public abstract boolean mayBeResumed();

  /** Writes the whole body, as the clients do. Any failure ends the connection. */
  public abstract void writeTo(OutputStream out) throws IOException;

  /**
   * Called when the application is done with the response.
   *
   * @param drops whether its connection is of no use any more
   * @return false if the client itself has to close or release the response, because the bytes come
   *     from it
   */
  public abstract boolean ends(boolean drops) throws IOException;

  /**
   * Logs an internal fault that was met before the client itself could close or release the
   * response. What the client threw is rethrown.
   */
  public abstract void met(Throwable fault);
}
