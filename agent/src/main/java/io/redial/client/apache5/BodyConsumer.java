package io.redial.client.apache5;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;

/**
 * Takes one source of a body that goes on when its connection breaks. What follows a fault of
 * Redial's in one of its methods is in methods of its own, because any of the others may be what
 * fails (rule 1.4).
 */
abstract class BodyConsumer<T> implements AsyncResponseConsumer<T> {

  /** Whether the application's consumer was told of the response. */
  boolean headTold;

  /** Whether the client must not send the request again after that failure. */
  boolean standsFor(Exception failure) {
    return false;
  }

  /** Whether the end of the body, which goes on, will be the end of the attempt. */
  boolean holdsBackFailure(Exception cause) {
    return false;
  }

  /** The client itself sends the request again. */
  void releaseHeld() {
    // Nothing is held back.
  }

  /** The application cancelled the call. */
  void cancel() {
    // It ends with its exchange.
  }

  /**
   * A fault of Redial's has come in the way of a signal. What the application threw is thrown on.
   *
   * @return whether the client's signals, that one included, are the application's from now on;
   *     otherwise the body has ended
   */
  abstract boolean leavesToClient(Throwable fault);

  /** If not: the client has reported the failure of its exchange. */
  void clientFailedAfterFault() {
    // Nobody waits for that.
  }

  // If they are.

  /**
   * Delivers what the application has not got.
   *
   * @param start where the bytes began that came last, of which it may have got some
   */
  void deliverRest(Throwable fault, ByteBuffer bytes, int start) throws IOException {
    throw new IllegalStateException(fault);
  }

  /** Tells the application that the body is complete. */
  void completeAfterFault(Throwable fault, List<? extends Header> trailers)
      throws HttpException, IOException {
    throw new IllegalStateException(fault);
  }

  /** Tells it of a failure, and releases it if the client has done so already. */
  void failAfterFault(Throwable fault, Exception cause) {
    throw new IllegalStateException(fault);
  }

  /** The client releases it. */
  void releaseAfterFault() {
    throw new IllegalStateException();
  }
}
