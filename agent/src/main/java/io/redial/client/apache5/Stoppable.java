package io.redial.client.apache5;

/** An attempt that Redial's own timeout can end, and that knows of the client's redirects. */
interface Stoppable {

  /** Whether the timeout has ended it. */
  boolean isStopped();

  /** The redirects that the client followed in it. */
  Redirects redirects();
}
