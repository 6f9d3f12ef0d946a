package io.redial.client.apache5;

import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;

/**
 * Ends what Redial has given up on: an HTTP/2 stream but not its connection, and an HTTP/1.1
 * connection. A type of its own, because the client's retry layer must not send such a request
 * again, whichever of the calls that share a context it is asked for: after a head of 400 and more
 * the client would send it without its body.
 */
final class GivenUpException extends H2StreamResetException {
  private static final long serialVersionUID = 1;

  GivenUpException() {
    super(H2Error.CANCEL, "the rest is not needed");
  }
}
