package io.redial.subjects.load;

import java.io.IOException;

/** A client with a pool of connections. Thread-safe. */
public interface LoadClient {
  /** A call that is not made yet. */
  LoadCall call(LoadRequest request);

  /** Closes the client, where it can be closed. */
  void close() throws IOException;

  /** Whether closing it ends its calls. */
  default boolean isCloseable() {
    return true;
  }

  /** Whether its futures have dependents that can be cancelled. */
  default boolean hasDependents() {
    return false;
  }

  /** Makes clients; implementations have a constructor without parameters. */
  interface Maker {
    /** A client that can have so many connections to one host. */
    LoadClient open(String mode, int connections);
  }
}
