package io.redial.client.jdk;

import io.redial.call.FailureClassifier;
import io.redial.policy.Failure;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLException;

/**
 * Classifies exceptions of {@code java.net.http}: by type through the whole cause chain, and by
 * message only where {@code java.net.http} has no type of its own (rule 2.7). Each message is
 * produced by a contract test on the JDKs that have it.
 */
final class JdkFailures extends FailureClassifier {
  /** A lost connection reported as a plain {@code IOException}. */
  private static final String[] LOST = {
    "Connection reset", // the NIO layer of 11
    "Broken pipe",
    "HTTP/1.1 header parser received no bytes",
    "EOF reached while reading",
    "RST_STREAM received",
    "Received RST_STREAM: Internal error",
    "request not processed by peer", // from 22 on, a stream refused in the middle of its body
    "fixed content-length: ", // the body broke off
    "chunked transfer encoding, state: ",
    "connection closed locally",
    "Connection closed by peer",
  };

  /** HTTP/2 on 11 and early 17; the message begins with the connection's own address. */
  private static final String GOAWAY = ": GOAWAY received";

  /**
   * How JDKs after 11 report that the stream ended during the TLS handshake: as an {@code
   * SSLHandshakeException} without a cause.
   */
  private static final String LOST_HANDSHAKE = "Remote host terminated the handshake";

  private static final String[] UNPROCESSED = {
    "Received RST_STREAM: Stream not processed", "Request not processed by peer",
  };

  /** A connection with as many streams as its server allows: the client has sent nothing. */
  private static final String NO_STREAM_FREE = "too many concurrent streams";

  private static final String[] CLOSED_CLIENT = {
    "selector manager closed", "HttpClient is closed", "shutdownNow",
  };

  private static final JdkFailures KINDS = new JdkFailures();

  private JdkFailures() {}

  static Failure classify(Throwable thrown) {
    return KINDS.kindOf(thrown);
  }

  @Override
  protected boolean forbids(Throwable link) {
    return super.forbids(link)
        || link instanceof ProtocolException
        || startsWithAny(link.getMessage(), CLOSED_CLIENT);
  }

  @Override
  protected Failure kindOfLink(Throwable link) {
    if (link instanceof HttpConnectTimeoutException || link instanceof NoRouteToHostException) {
      return Failure.CONNECT_TIMEOUT;
    }
    if (link instanceof HttpTimeoutException || link instanceof SocketTimeoutException) {
      return Failure.TIMEOUT;
    }
    if (link instanceof ConnectException) {
      return meansTimeout(link.getMessage()) ? Failure.CONNECT_TIMEOUT : Failure.CONNECT_FAILURE;
    }
    if (link instanceof IOException && startsWithAny(link.getMessage(), UNPROCESSED)) {
      return Failure.CONNECTION_ERROR_UNPROCESSED;
    }
    if (link instanceof IOException && NO_STREAM_FREE.equals(link.getMessage())) {
      return Failure.UNPROCESSED;
    }
    if (link instanceof EOFException
        || link instanceof SocketException
        || link instanceof ClosedChannelException) {
      return Failure.CONNECTION_ERROR;
    }
    // A TLS failure is retried only if a lost connection caused it.
    return link instanceof IOException
            && (link instanceof SSLException
                ? LOST_HANDSHAKE.equals(link.getMessage())
                : meansLostConnection(link.getMessage()))
        ? Failure.CONNECTION_ERROR
        : Failure.OTHER;
  }

  private static boolean meansLostConnection(String message) {
    return startsWithAny(message, LOST) || (message != null && message.endsWith(GOAWAY));
  }

  /**
   * Whether the operating system gave up connecting; the exception has the type of a refused
   * connection.
   */
  private static boolean meansTimeout(String message) {
    return message != null && message.contains("timed out");
  }

  private static boolean startsWithAny(String message, String[] beginnings) {
    if (message != null) {
      for (String beginning : beginnings) {
        if (message.startsWith(beginning)) {
          return true;
        }
      }
    }
    return false;
  }
}
