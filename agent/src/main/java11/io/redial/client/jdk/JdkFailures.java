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
 * message only for those in {@link JdkMessages} (rule 2.7).
 */
final class JdkFailures extends FailureClassifier {
  private static final JdkFailures KINDS = new JdkFailures();

  private JdkFailures() {}

  static Failure classify(Throwable thrown) {
    return KINDS.kindOf(thrown);
  }

  @Override
  protected boolean forbids(Throwable link) {
    return super.forbids(link)
        || link instanceof ProtocolException
        || link instanceof Error
        || JdkMessages.meansClosedClient(link.getMessage());
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
      return JdkMessages.meansConnectTimeout(link.getMessage())
          ? Failure.CONNECT_TIMEOUT
          : Failure.CONNECT_FAILURE;
    }
    if (link instanceof IOException && JdkMessages.meansUnprocessed(link.getMessage())) {
      return Failure.CONNECTION_ERROR_UNPROCESSED;
    }
    if (link instanceof IOException && JdkMessages.meansNoStreamFree(link.getMessage())) {
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
                ? JdkMessages.meansLostHandshake(link.getMessage())
                : JdkMessages.meansLostConnection(link.getMessage()))
        ? Failure.CONNECTION_ERROR
        : Failure.OTHER;
  }
}
