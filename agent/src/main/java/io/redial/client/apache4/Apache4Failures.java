package io.redial.client.apache4;

import io.redial.call.FailureClassifier;
import io.redial.policy.Failure;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.apache.http.ConnectionClosedException;
import org.apache.http.HttpException;
import org.apache.http.MalformedChunkCodingException;
import org.apache.http.NoHttpResponseException;
import org.apache.http.ParseException;
import org.apache.http.ProtocolException;
import org.apache.http.TruncatedChunkException;
import org.apache.http.conn.ConnectTimeoutException;
import org.apache.http.conn.ConnectionPoolTimeoutException;

/**
 * Classifies exceptions of HttpClient 4: by type through the whole cause chain, and by message only
 * for errors of the operating system (rule 2.7).
 */
final class Apache4Failures extends FailureClassifier {
  private static final Apache4Failures KINDS = new Apache4Failures();

  private Apache4Failures() {}

  static Failure classify(Throwable thrown) {
    return KINDS.kindOf(thrown);
  }

  @Override
  protected boolean forbids(Throwable link) {
    return super.forbids(link)
        || link instanceof ConnectionPoolTimeoutException // the client's own pool
        || link instanceof TimeoutException // likewise, of the asynchronous client
        || isInterruption(link)
        || (link instanceof HttpException && !isLostConnection(link))
        || link instanceof IllegalStateException; // a closed client
  }

  /**
   * Returns whether a thread was interrupted or a request was aborted: both show as an {@code
   * InterruptedIOException}. Its subclasses for timeouts do not count.
   */
  private static boolean isInterruption(Throwable link) {
    return link instanceof ClosedByInterruptException
        || (link instanceof InterruptedIOException
            && !(link instanceof SocketTimeoutException)
            && !(link instanceof ConnectTimeoutException));
  }

  private static boolean isLostConnection(Throwable link) {
    return link instanceof NoHttpResponseException
        || isBrokenHead(link)
        || link instanceof ConnectionClosedException
        || isBrokenChunk(link)
        || link instanceof EOFException
        || link instanceof SocketException
        || link instanceof ClosedChannelException;
  }

  /**
   * Returns whether the connection ended while a body was read, which the client may report as an
   * incomplete chunk.
   */
  private static boolean isBrokenChunk(Throwable link) {
    return link instanceof TruncatedChunkException
        || (link instanceof MalformedChunkCodingException
            && link.getMessage() != null
            && link.getMessage().startsWith("CRLF expected at end of chunk"));
  }

  /**
   * Returns whether the response's head ended in the middle of a line. The parser cannot tell this
   * from a malformed line; sending the request again is harmless in both cases.
   */
  private static boolean isBrokenHead(Throwable link) {
    return link instanceof ProtocolException
        && (link.getCause() instanceof ParseException
            || (link.getMessage() != null && link.getMessage().startsWith("Invalid header: ")));
  }

  @Override
  protected Failure kindOfLink(Throwable link) {
    if (link instanceof ConnectTimeoutException || link instanceof NoRouteToHostException) {
      return Failure.CONNECT_TIMEOUT;
    }
    if (link instanceof SocketTimeoutException) {
      return Failure.TIMEOUT;
    }
    if (link instanceof ConnectException) {
      return meansTimeout(link.getMessage()) ? Failure.CONNECT_TIMEOUT : Failure.CONNECT_FAILURE;
    }
    if (isLostConnection(link)) {
      return Failure.CONNECTION_ERROR;
    }
    // A TLS failure is retried only if a lost connection caused it.
    return link instanceof IOException
            && !(link instanceof SSLException)
            && meansLostConnection(link.getMessage())
        ? Failure.CONNECTION_ERROR
        : Failure.OTHER;
  }

  /**
   * Returns whether the operating system or the reactor gave up connecting. The reactor of
   * HttpAsyncClient 4.0 has no message for it, while a refused connection has the operating
   * system's message.
   */
  private static boolean meansTimeout(String message) {
    return message == null || message.contains("timed out") || message.startsWith("Timeout");
  }

  /**
   * Returns whether a message is one with which the NIO layer, which the asynchronous client uses,
   * reports a lost connection as a plain {@code IOException}.
   */
  private static boolean meansLostConnection(String message) {
    return message != null
        && (message.startsWith("Connection reset") || message.startsWith("Broken pipe"));
  }

  /**
   * Creates the failure of an attempt whose {@code per-try-timeout} ran out, of the type that the
   * client throws when a server does not answer in time.
   */
  static SocketTimeoutException timedOut() {
    return new SocketTimeoutException("Read timed out (per-try-timeout)");
  }
}
