package io.redial.subjects.fuzz;

import java.io.IOException;

/** A client whose responses are read in every way that it has. Thread-safe. */
public interface StreamClient {
  /** A call that is not made yet. */
  Call call(Reading reading);

  /** Closes the client, where it can be closed. */
  void close() throws IOException;

  /** One call of an application's. */
  interface Call {
    /** Makes the call and reads its response to the end, once. Throws what the client throws. */
    void run() throws Exception;

    /**
     * Ends it from another thread, the way its client has for that.
     *
     * @return whether the reader is to see an exception; some readers see a clean end
     */
    boolean cancel();

    /** How many dependents the future of the call has that the application holds. */
    default int dependents() {
      return 0;
    }
  }

  /** Makes clients; implementations have a constructor without parameters. */
  interface Maker {
    /** A client that can have so many connections to one host. */
    StreamClient open(String mode, int connections);
  }
}
