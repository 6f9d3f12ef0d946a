package io.redial.client.jdk;

import io.redial.policy.Failure;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.util.concurrent.CancellationException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Which kind of failure an exception of {@code java.net.http} is: by type through the whole cause
 * chain, by message only where {@link JdkMessages} says so (rule 2.7).
 */
final class JdkFailures {
  private static final int DEEPEST = 20;

  private JdkFailures() {}

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
    return link instanceof InterruptedException
        || link instanceof CancellationException
        || link instanceof UnknownHostException
        || link instanceof UnresolvedAddressException
        || link instanceof SSLPeerUnverifiedException
        || link instanceof GeneralSecurityException
        || link instanceof ProtocolException
        || link instanceof Error
        || JdkMessages.meansClosedClient(link.getMessage());
  }

  private static Failure ofType(Throwable link) {
    if (link instanceof HttpConnectTimeoutException || link instanceof NoRouteToHostException) {
      return Failure.CONNECT_TIMEOUT;
    }
    if (link instanceof HttpTimeoutException || link instanceof SocketTimeoutException) {
      return Failure.TIMEOUT;
    }
    if (link instanceof ConnectException) {
      return JdkMessages.meansConnectTimeout(link.getMessage())
          ? Failure.CONNECT_TIMEOUT
          : Failure.CONNECT_FAILURE;
    }
    if (link instanceof IOException && JdkMessages.meansUnprocessed(link.getMessage())) {
      return Failure.CONNECTION_ERROR_UNPROCESSED;
    }
    if (link instanceof EOFException
        || link instanceof SocketException
        || link instanceof ClosedChannelException) {
      return Failure.CONNECTION_ERROR;
    }
    // TLS failures count only by what caused them: a lost connection, or nothing to be repeated.
    return link instanceof IOException
            && (link instanceof SSLException
                ? JdkMessages.meansLostHandshake(link.getMessage())
                : JdkMessages.meansLostConnection(link.getMessage()))
        ? Failure.CONNECTION_ERROR
        : Failure.OTHER;
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
