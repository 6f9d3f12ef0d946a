package io.redial.client.jdk;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * Converts a failure of an exchange, or of the application's body handler or subscriber, to the
 * exception with which the client reports it. Used where Redial itself passes a response to these
 * (rules 1.2 and 8.2).
 */
final class HandlerFailures {
  /**
   * From 26 on, {@code sendAsync} fails with nothing but an {@code IOException}, an {@code Error}
   * or a {@code CancellationException}.
   */
  private static final boolean ASYNC_IS_IO = Runtime.version().feature() >= 26;

  private HandlerFailures() {}

  /**
   * Returns the exception that {@code send} throws.
   *
   * @param cause that of the {@code ExecutionException} for which {@code send} catches it
   */
  static Exception ofSend(Throwable cause) {
    if (cause instanceof IllegalArgumentException) {
      return new IllegalArgumentException(cause.getMessage(), cause);
    }
    if (cause instanceof SecurityException) {
      return new SecurityException(cause.getMessage(), cause);
    }
    IOException shown = ofSameType(cause);
    boolean isPlain = shown.getClass() == HttpTimeoutException.class; // The client shows no cause.
    return isPlain ? shown : (IOException) shown.initCause(cause);
  }

  /**
   * Returns a copy of the exception, with its type where {@code send} keeps that. {@code send}
   * makes such a copy so that its caller is in the stack trace.
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

  /** Returns the exception with which {@code sendAsync} completes its future. */
  static CompletionException ofSendAsync(Throwable thrown) {
    if (!ASYNC_IS_IO) {
      return thrown instanceof CompletionException
          ? (CompletionException) thrown
          : new CompletionException(thrown);
    }
    Throwable cause = thrown;
    while (isWrapper(cause) && cause.getCause() != null) {
      cause = cause.getCause();
    }
    boolean isKept =
        cause instanceof IOException
            || cause instanceof Error
            || cause instanceof CancellationException;
    return new CompletionException(isKept ? cause : new IOException(cause));
  }

  private static boolean isWrapper(Throwable thrown) {
    return thrown instanceof CompletionException || thrown instanceof ExecutionException;
  }

  /** Returns the cause inside a {@code CompletionException}, or the exception itself. */
  static Throwable unwrapped(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }
}
