package io.redial.client.apache5;

/**
 * An attempt that Redial's own timeout can end, and that knows whether the client was redirected.
 */
interface Stoppable {

  /** Returns whether the timeout has ended the attempt. */
  boolean isStopped();

  /** Returns whether the head has arrived and the response waits for its first byte. */
  boolean awaitsFirstByte();

  /** Returns whether the client followed a redirect in the attempt. */
  boolean isRedirected();

  /** Returns what the context tells of the redirects; null if the attempt is in no context. */
  default Redirects redirects() {
    return null;
  }
}
