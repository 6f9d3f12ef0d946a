package io.redial.client.apache5;

import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;

/**
 * Ends an exchange that Redial has given up on: an HTTP/1.1 connection, or an HTTP/2 stream without
 * its connection. It has its own type, because the client's retry layer must not send such a
 * request again, even if it asks on a shared context and another call's attempt is found there:
 * after a status of 400 or more, the client would send the request without its body.
 */
final class GivenUpException extends H2StreamResetException {
  private static final long serialVersionUID = 1;

  /** Thrown if no other can be made: by an Error, the client would shut down. */
  @SuppressWarnings("StaticAssignmentOfThrowable") // It is not made where it is needed.
  static final GivenUpException SPARE = new GivenUpException();

  GivenUpException() {
    super(H2Error.CANCEL, "the rest is not needed");
  }
}
