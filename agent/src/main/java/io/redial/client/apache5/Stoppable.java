package io.redial.client.apache5;

/** An attempt that Redial's own timeout can end, and that knows of the client's redirects. */
interface Stoppable {

  /** Whether the timeout has ended it. */
  boolean isStopped();

  /** Whether the client followed a redirect in it. */
  boolean redirected();
}
