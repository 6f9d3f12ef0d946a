package io.redial.subjects.load;

import java.io.IOException;

/** A client with a pool of connections. Thread-safe. */
public interface LoadClient {
  /** A call that is not made yet. */
  LoadCall call(LoadRequest request);

  /** Closes the client, where it can be closed. */
  void close() throws IOException;

  /** Makes clients; implementations have a constructor without parameters. */
  interface Maker {
    /** A client that can have so many connections to one host. */
    LoadClient open(String mode, int connections);
  }
}
