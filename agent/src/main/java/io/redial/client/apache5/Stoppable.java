package io.redial.client.apache5;

/** An attempt that Redial's own timeout can end, and that knows of the client's redirects. */
interface Stoppable {

  /** Returns whether the timeout has ended the attempt. */
  boolean isStopped();

  /** Returns whether the head has arrived and the response waits for its first byte. */
  boolean awaitsFirstByte();

  /** Returns the redirects that the client followed in the attempt. */
  Redirects redirects();
}
