package io.redial.client.apache4;

/** The application cancelled the call; it sees a cancelled future and not this exception. */
final class CancelledException extends Exception {
  CancelledException() {
    super("cancelled", null, false, false);
  }
}
