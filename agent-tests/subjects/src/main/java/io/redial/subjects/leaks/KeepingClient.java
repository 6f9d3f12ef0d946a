package io.redial.subjects.leaks;

import java.util.Collection;

/** A client whose calls give an application everything that it can keep. Thread-safe. */
public interface KeepingClient {
  /**
   * Makes a call, waits until it is over and closes what is to be closed.
   *
   * @param kept gets the request, the response, its body, the future and whatever else there is
   * @param cancelling is told how the call can be cancelled, before it begins or soon after
   * @throws Exception as the client fails
   */
  void call(Errand errand, String server, Collection<Object> kept, Cancelling cancelling)
      throws Exception;

  /** The client itself. */
  Object client();

  /** Closes the client, where it can be closed. */
  void close() throws Exception;

  /** Whether a client that nobody holds ends by itself. */
  boolean mayBeDropped();

  /** Takes what cancels a call. */
  interface Cancelling {
    void by(Runnable cancel);
  }

  /** Makes clients; implementations have a constructor without parameters. */
  interface Maker {
    /** A client with connections of its own. */
    KeepingClient open(String mode);
  }
}
