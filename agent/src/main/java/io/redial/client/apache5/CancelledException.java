package io.redial.client.apache5;

import java.util.concurrent.CancellationException;

/**
 * Stands for the cancellation of an attempt by the client. The application is notified in the
 * client's own way.
 */
final class CancelledException extends CancellationException {
  private static final long serialVersionUID = 1;
}
