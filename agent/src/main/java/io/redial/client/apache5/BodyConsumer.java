package io.redial.client.apache5;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;

/**
 * Takes one source of a body that is resumed when its connection breaks. After an internal fault in
 * one of the methods, separate methods are called, because any of the others may be what failed
 * (rule 1.4).
 */
abstract class BodyConsumer<T> implements AsyncResponseConsumer<T> {

  /** Whether the application's consumer was given the head of the response. */
  boolean headTold;

  /** Returns whether the client must not send the request again after that failure. */
  boolean standsFor(Exception failure) {
    return false;
  }

  /** Returns whether the attempt ends with its resumed body instead of with this failure. */
  boolean holdsBackFailure(Exception cause) {
    return false;
  }

  /**
   * Releases the application's consumer if its release was held back, because the client itself
   * sends the request again.
   */
  void releaseHeld() {
    // Nothing is held back.
  }

  /** Called when the application has cancelled the call. */
  void cancel() {
    // The body ends with its exchange.
  }

  /**
   * Called after an internal fault that kept a signal from being processed. What the application's
   * code threw is rethrown.
   *
   * @return true if this signal and all further ones of the client go to the application directly;
   *     false if the body has ended
   */
  abstract boolean leavesToClient(Throwable fault);

  /**
   * Called when the client has reported the failure of its exchange, after {@link #leavesToClient}
   * returned false.
   */
  void clientFailedAfterFault() {
    // Nothing depends on that.
  }

  // The methods below are called after leavesToClient has returned true.

  /**
   * Delivers what the application has not got.
   *
   * @param start where the latest bytes began, of which the application may have got some
   */
  void deliverRest(Throwable fault, ByteBuffer bytes, int start) throws IOException {
    throw new IllegalStateException(fault);
  }

  /** Notifies the application's consumer that the body is complete. */
  void completeAfterFault(Throwable fault, List<? extends Header> trailers)
      throws HttpException, IOException {
    throw new IllegalStateException(fault);
  }

  /**
   * Notifies the application's consumer of a failure, and releases it if the client has done so
   * already.
   */
  void failAfterFault(Throwable fault, Exception cause) {
    throw new IllegalStateException(fault);
  }

  /** Releases the application's consumer, because the client does so. */
  void releaseAfterFault() {
    throw new IllegalStateException();
  }
}
