package io.redial.client.jdk;

/**
 * The one table of messages: failures for which {@code java.net.http} has no type of its own (rule
 * 2.7). Each is produced by a contract test on the JDKs that have it.
 */
final class JdkMessages {
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

  private JdkMessages() {}

  static boolean meansLostConnection(String message) {
    return startsWithAny(message, LOST) || (message != null && message.endsWith(GOAWAY));
  }

  static boolean meansLostHandshake(String message) {
    return LOST_HANDSHAKE.equals(message);
  }

  static boolean meansUnprocessed(String message) {
    return startsWithAny(message, UNPROCESSED);
  }

  static boolean meansNoStreamFree(String message) {
    return NO_STREAM_FREE.equals(message);
  }

  static boolean meansClosedClient(String message) {
    return startsWithAny(message, CLOSED_CLIENT);
  }

  /**
   * Whether the operating system gave up connecting; the exception has the type of a refused
   * connection.
   */
  static boolean meansConnectTimeout(String message) {
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
