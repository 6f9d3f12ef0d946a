package io.redial.storms.caller;

import java.net.URI;

/** What one user does: asks for something, and wants it. Implementations are thread-safe. */
interface UserCall {
  /** The request header that says which call it is, whatever the attempt. */
  String NUMBER = "X-Call";

  /**
   * Makes the call, retries of whatever kind included.
   *
   * @return the status that the user is shown
   */
  int make(URI uri, int number) throws Exception;
}
