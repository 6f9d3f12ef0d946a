package io.redial.client.apache5;

import io.redial.call.FailureClassifier;
import io.redial.policy.Failure;
import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.PortUnreachableException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;

/**
 * Which kind of failure an exception of HttpClient 5 is: by type through the whole cause chain, by
 * message only where there is no type (rule 2.7).
 */
final class Apache5Failures extends FailureClassifier {
  private static final Apache5Failures KINDS = new Apache5Failures();

  /** Of 5.1 and newer; relocated copies have it in another package. */
  private static final String NOT_EXECUTED = ".RequestNotExecutedException";

  /** Of 5.1 and newer, likewise; most of them mean that a server speaks another protocol. */
  private static final String NEGOTIATION = ".ProtocolNegotiationException";

  /** The end of the stream, to the one that waits for the TLS handshake. */
  private static final String UNEXPECTED_END = "Unexpected input";

  /** The end of the stream, to the TLS layer of 5.2 and newer; whichever of the two is faster. */
  private static final String HANDSHAKE_ENDED = "TLS handshake failed";

  /** A stream that ends with its connection has the connection's error code (GOAWAY). */
  private static final String GOAWAY = "Connection terminated by the peer";

  /** Up to 5.5, and from 5.6 on. */
  private static final String BAD_HEADER_AT = "Invalid header; error at offset ";

  private static final String BAD_HEADER = "Invalid header: <";

  private Apache5Failures() {}

  static Failure classify(Throwable thrown) {
    return KINDS.kindOf(thrown);
  }

  /**
   * How an asynchronous client says that it gave an exchange up, with the session that it was
   * queued for or was part of; 5.1 and newer have a type for most of these. What the application
   * cancels ends its future instead.
   */
  static boolean endedWithItsSession(Throwable thrown) {
    return thrown.getClass() == InterruptedIOException.class
        && thrown.getMessage() == null
        && thrown.getCause() == null;
  }

  /** What is left of a header line when the connection ends inside it does not parse as one. */
  private static boolean endsInsideAHeaderLine(Throwable link) {
    if (!(link instanceof ParseException)) {
      return false;
    }
    String message = link.getMessage();
    if (message == null) {
      return false;
    }
    if (message.startsWith(BAD_HEADER)) {
      return message.indexOf(':', BAD_HEADER.length()) < 0;
    }
    int offset = ((ParseException) link).getErrorOffset();
    return message.startsWith(BAD_HEADER_AT)
        && message.length() - message.indexOf('<') - 2 == offset;
  }

  @Override
  protected boolean forbids(Throwable link) {
    if (endsInsideAHeaderLine(link) || endsInsideAHeaderLine(link.getCause())) {
      return false;
    }
    return super.forbids(link)
        // Aborted, or no connection to be had from the pool in time; timeouts of sockets aside.
        || (link instanceof InterruptedIOException && !(link instanceof SocketTimeoutException))
        || link instanceof TimeoutException
        || link instanceof ClientProtocolException
        || link instanceof HttpException
        || link instanceof java.net.ProtocolException;
  }

  @Override
  protected Failure kindOfLink(Throwable link) {
    if (endsInsideAHeaderLine(link)) {
      return Failure.CONNECTION_ERROR;
    }
    if (link instanceof ConnectTimeoutException
        || link instanceof NoRouteToHostException
        || link instanceof PortUnreachableException) {
      return Failure.CONNECT_TIMEOUT;
    }
    if (link instanceof SocketTimeoutException) {
      return Failure.TIMEOUT;
    }
    if (link instanceof ConnectException) {
      return meansTimeout(link.getMessage()) ? Failure.CONNECT_TIMEOUT : Failure.CONNECT_FAILURE;
    }
    if (link instanceof H2StreamResetException) {
      return ofStream((H2StreamResetException) link);
    }
    if (link.getClass().getName().endsWith(NOT_EXECUTED)) {
      return Failure.CONNECTION_ERROR_UNPROCESSED;
    }
    // TLS failures count only by what caused them: a lost connection, or nothing to be repeated.
    return link instanceof NoHttpResponseException
            || link instanceof ConnectionClosedException
            || link instanceof SocketException
            || link instanceof EOFException
            || link instanceof ClosedChannelException
            || meansReset(link)
            || endsTheHandshake(link)
        ? Failure.CONNECTION_ERROR
        : Failure.OTHER;
  }

  private static Failure ofStream(H2StreamResetException reset) {
    if (reset.getCode() == H2Error.REFUSED_STREAM.getCode()) {
      return Failure.UNPROCESSED;
    }
    String message = reset.getMessage();
    boolean lost =
        reset.getCode() == H2Error.INTERNAL_ERROR.getCode()
            || (message != null && message.startsWith(GOAWAY));
    return lost ? Failure.CONNECTION_ERROR : Failure.OTHER;
  }

  /** The NIO layer of older JDKs throws a plain IOException where newer ones have a type. */
  private static boolean meansReset(Throwable link) {
    String message = link.getMessage();
    return link.getClass() == java.io.IOException.class
        && message != null
        && (message.startsWith("Connection reset") || message.startsWith("Broken pipe"));
  }

  private static boolean endsTheHandshake(Throwable link) {
    return link instanceof SSLHandshakeException
        ? HANDSHAKE_ENDED.equals(link.getMessage())
        : link.getClass().getName().endsWith(NEGOTIATION)
            && UNEXPECTED_END.equals(link.getMessage());
  }

  /** The operating system gave up connecting, which has the type of a refused connection. */
  private static boolean meansTimeout(String message) {
    return message != null && message.contains("timed out");
  }
}
