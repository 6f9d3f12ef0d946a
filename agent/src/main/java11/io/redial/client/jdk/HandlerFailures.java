package io.redial.client.jdk;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * How the client reports a failure of an exchange, or of the application's body handler or
 * subscriber. Used where Redial itself gives a response to these (rules 1.2 and 8.2).
 */
final class HandlerFailures {
  /** From 26 on, {@code sendAsync} wraps unchecked exceptions in an {@code IOException}. */
  private static final boolean ASYNC_IS_IO = Runtime.version().feature() >= 26;

  private HandlerFailures() {}

  /** What {@code send} throws. */
  static Exception ofSend(Throwable thrown) {
    Throwable cause = unwrapped(thrown);
    if (cause instanceof IllegalArgumentException) {
      return new IllegalArgumentException(cause.getMessage(), cause);
    }
    if (cause instanceof SecurityException) {
      return new SecurityException(cause.getMessage(), cause);
    }
    return (IOException) ofSameType(cause).initCause(cause);
  }

  /**
   * The types that {@code send} keeps; it copies the exception so that its caller is on the stack
   * trace.
   */
  private static IOException ofSameType(Throwable cause) {
    String message = cause.getMessage();
    if (cause instanceof HttpConnectTimeoutException) {
      return new HttpConnectTimeoutException(message);
    }
    if (cause instanceof HttpTimeoutException) {
      return new HttpTimeoutException(message);
    }
    if (cause instanceof ConnectException) {
      return new ConnectException(message);
    }
    if (cause instanceof SSLHandshakeException) {
      return new SSLHandshakeException(message);
    }
    return cause instanceof SSLException ? new SSLException(message) : new IOException(message);
  }

  /** The exception with which {@code sendAsync} completes its future. */
  static CompletionException ofSendAsync(Throwable thrown) {
    if (thrown instanceof CompletionException && !ASYNC_IS_IO) {
      return (CompletionException) thrown;
    }
    Throwable cause = unwrapped(thrown);
    boolean wrapped = ASYNC_IS_IO && cause instanceof RuntimeException;
    return new CompletionException(wrapped ? new IOException(cause) : cause);
  }

  /** What a future's exception is about. */
  static Throwable unwrapped(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }
}
