package io.redial.client.apache5;

import io.redial.call.Attempt;
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
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;

/**
 * Classifies exceptions of HttpClient 5: by type through the whole cause chain, and by message only
 * where there is no type (rule 2.7).
 */
final class Apache5Failures extends FailureClassifier {
  private static final Apache5Failures KINDS = new Apache5Failures();

  /**
   * Exists in 5.1 and newer. Compared with the end of the class name, because relocated copies have
   * another package.
   */
  private static final String NOT_EXECUTED = ".RequestNotExecutedException";

  /** Likewise. Most exceptions of this type mean that the server speaks another protocol. */
  private static final String NEGOTIATION = ".ProtocolNegotiationException";

  /**
   * The message by which the code that waits for the TLS handshake reports the end of the stream.
   */
  private static final String UNEXPECTED_END = "Unexpected input";

  /**
   * The message by which the TLS layer of 5.2 and newer reports the end of the stream, if it is the
   * first to notice.
   */
  private static final String HANDSHAKE_ENDED = "TLS handshake failed";

  /**
   * The beginning of the message for a stream that ends with its connection. Such a stream gets the
   * error code of the connection (GOAWAY).
   */
  private static final String GOAWAY = "Connection terminated by the peer";

  /** The beginning of the message for an invalid header line, up to 5.5. */
  private static final String BAD_HEADER_AT = "Invalid header; error at offset ";

  /** The beginning of the message for an invalid header line, from 5.6 on. */
  private static final String BAD_HEADER = "Invalid header: <";

  /**
   * The beginning of the message by which a blocking client reports the end of the stream between
   * two chunks.
   */
  private static final String NO_END_OF_CHUNK = "CRLF expected at end of chunk";

  private Apache5Failures() {}

  /** Returns what an attempt fails with that takes longer than {@code per-try-timeout}. */
  static SocketTimeoutException timedOut() {
    return new SocketTimeoutException("per-try-timeout");
  }

  static Failure classify(Throwable thrown) {
    return KINDS.kindOf(thrown);
  }

  /** Classifies a failure of an attempt by whether the head or the body was awaited. */
  static Failure of(Attempt attempt, Throwable thrown) {
    return attempt instanceof Stoppable && ((Stoppable) attempt).awaitsFirstByte()
        ? classifyCut(thrown)
        : classify(thrown);
  }

  /**
   * Classifies the failure of a body that was being read. There, the end of the connection can also
   * show as an incomplete chunk.
   */
  static Failure classifyCut(Throwable thrown) {
    Failure kind = classify(thrown);
    return kind == Failure.OTHER && endsInsideAChunk(thrown) ? Failure.CONNECTION_ERROR : kind;
  }

  private static boolean endsInsideAChunk(Throwable thrown) {
    String message = thrown.getMessage();
    return thrown instanceof TruncatedChunkException
        || (thrown instanceof MalformedChunkCodingException
            && message != null
            && message.startsWith(NO_END_OF_CHUNK));
  }

  /**
   * Returns whether the exception is how an asynchronous client reports that an exchange ended with
   * the session that it was part of or queued for. From 5.1 on, most of these failures have a type.
   * A cancelled call ends its future instead.
   */
  static boolean endedWithItsSession(Throwable thrown) {
    return thrown.getClass() == InterruptedIOException.class
        && thrown.getMessage() == null
        && thrown.getCause() == null;
  }

  /**
   * Returns whether the exception is how an asynchronous client notifies a consumer that its
   * exchange was cancelled.
   */
  static boolean meansCancelled(Throwable thrown) {
    return endedWithItsSession(thrown)
        || (thrown instanceof H2StreamResetException
            && ((H2StreamResetException) thrown).getCode() == H2Error.CANCEL.getCode());
  }

  /**
   * Returns whether the end of the connection cut off a header line, which can then not be parsed.
   */
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
        // The request was aborted, or the pool had no connection in time; socket timeouts are
        // excluded.
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
    // A TLS failure is retried only if a lost connection caused it.
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

  /**
   * Returns whether the connection was reset. The NIO layer of older JDKs throws a plain
   * IOException where newer JDKs throw a specific type.
   */
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

  /**
   * Returns whether the operating system gave up connecting. The exception has the type of a
   * refused connection.
   */
  private static boolean meansTimeout(String message) {
    return message != null && message.contains("timed out");
  }
}
