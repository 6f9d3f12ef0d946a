package io.redial.client.apache4;

import io.redial.policy.Failure;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.http.ConnectionClosedException;
import org.apache.http.HttpException;
import org.apache.http.NoHttpResponseException;
import org.apache.http.ParseException;
import org.apache.http.ProtocolException;
import org.apache.http.conn.ConnectTimeoutException;
import org.apache.http.conn.ConnectionPoolTimeoutException;

/**
 * Which kind of failure an exception of HttpClient 4 is: by type through the whole cause chain, by
 * message only for what the operating system says (rule 2.7).
 */
final class Apache4Failures {
  private static final int DEEPEST = 20;

  private Apache4Failures() {}

  static Failure classify(Throwable thrown) {
    Failure kind = Failure.OTHER;
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < DEEPEST; depth++, link = link.getCause()) {
      if (forbids(link)) {
        return Failure.OTHER;
      }
      kind = stronger(kind, ofType(link));
    }
    return kind;
  }

  /** What is never retried, whatever stands around it (rule 2.10). */
  private static boolean forbids(Throwable link) {
    return link instanceof ConnectionPoolTimeoutException // the client's own pool
        || link instanceof TimeoutException // likewise, of the asynchronous client
        || isInterruption(link)
        || link instanceof CancellationException
        || link instanceof UnknownHostException
        || link instanceof UnresolvedAddressException
        || link instanceof SSLPeerUnverifiedException
        || link instanceof GeneralSecurityException
        || (link instanceof HttpException && !isLostConnection(link))
        || link instanceof IllegalStateException // a closed client
        || link instanceof Error;
  }

  /** Aborted requests have this type, too; timeouts are its other children. */
  private static boolean isInterruption(Throwable link) {
    return link instanceof InterruptedException
        || link instanceof ClosedByInterruptException
        || (link instanceof InterruptedIOException
            && !(link instanceof SocketTimeoutException)
            && !(link instanceof ConnectTimeoutException));
  }

  private static boolean isLostConnection(Throwable link) {
    return link instanceof NoHttpResponseException
        || isBrokenHead(link)
        || link instanceof ConnectionClosedException
        || link instanceof EOFException
        || link instanceof SocketException
        || link instanceof ClosedChannelException;
  }

  /**
   * A head that ends in the middle of a line, which the parser cannot tell from one that was
   * written so; a client that sends its request again for either does no harm.
   */
  private static boolean isBrokenHead(Throwable link) {
    return link instanceof ProtocolException
        && (link.getCause() instanceof ParseException
            || (link.getMessage() != null && link.getMessage().startsWith("Invalid header: ")));
  }

  private static Failure ofType(Throwable link) {
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
    // TLS failures count only by what caused them: a reset, or nothing that may be repeated.
    return link instanceof IOException
            && !(link instanceof SSLException)
            && meansLostConnection(link.getMessage())
        ? Failure.CONNECTION_ERROR
        : Failure.OTHER;
  }

  /**
   * The operating system, or the reactor, gave up connecting; the reactor of HttpAsyncClient 4.0
   * has no words for it, while a refusal has the operating system's.
   */
  private static boolean meansTimeout(String message) {
    return message == null || message.contains("timed out") || message.startsWith("Timeout");
  }

  /** What the NIO layer, which the asynchronous client uses, reports as a plain IOException. */
  private static boolean meansLostConnection(String message) {
    return message != null
        && (message.startsWith("Connection reset") || message.startsWith("Broken pipe"));
  }

  /** The outer of two kinds, except that what was never connected says most. */
  private static Failure stronger(Failure outer, Failure inner) {
    if (outer == Failure.OTHER
        || (inner == Failure.CONNECT_TIMEOUT && outer == Failure.CONNECT_FAILURE)) {
      return inner;
    }
    return outer;
  }
}
