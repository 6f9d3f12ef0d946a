package io.redial.client.apache4;

/** The application's own doing; it gets to see a cancelled future and not this. */
final class CancelledException extends Exception {
  CancelledException() {
    super("cancelled", null, false, false);
  }
}
