package io.redial.client.apache5;

import java.util.concurrent.CancellationException;

/** The client cancelled an attempt; the application is told in the client's own way. */
final class CancelledException extends CancellationException {
  private static final long serialVersionUID = 1;
}
