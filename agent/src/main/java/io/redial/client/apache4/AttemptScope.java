package io.redial.client.apache4;

import io.redial.call.Attempt;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.protocol.HttpContext;

/**
 * One use of a client that passes the gate: the first call of exactly this client. Any other call
 * made meanwhile, for example by an interceptor that fetches a token, is a call of its own (rule
 * 7.2).
 *
 * <p>The scope is kept in a thread-local, because a classic client stays on the caller's thread.
 * The context is not suitable: applications share it among threads, and their interceptors look
 * into it.
 */
final class AttemptScope {
  private static final ThreadLocal<AttemptScope> CURRENT = new ThreadLocal<>();

  private final Attempt attempt;
  private final HttpClient client;
  private final HttpRequest request;
  private HttpRequest admitted;

  /**
   * Creates a scope.
   *
   * @param attempt the attempt made in it; null if Redial takes no part in the call
   */
  AttemptScope(Attempt attempt, HttpClient client, HttpRequest request) {
    this.attempt = attempt;
    this.client = client;
    this.request = request;
  }

  /** Returns the scope that this thread is in or about to enter, or null. */
  static AttemptScope current() {
    return CURRENT.get();
  }

  /**
   * Returns the attempt whose outcome the client's own retry layer examines on this thread, or
   * null.
   */
  static Attempt currentAttempt() {
    AttemptScope passage = CURRENT.get();
    return passage == null ? null : passage.attempt;
  }

  /** Returns the current attempt if its outcome may be retried, or null. */
  static ClassicAttempt retriable() {
    Attempt attempt = currentAttempt();
    return attempt instanceof ClassicAttempt ? (ClassicAttempt) attempt : null;
  }

  /**
   * Returns true once for any request, because another agent may have wrapped it on the way. After
   * that it returns true only for the same request, because Mockito's spies enter a method a second
   * time to run its own code.
   */
  @SuppressWarnings("ReferenceEquality") // The same ones, not equal ones.
  boolean admits(HttpClient used, HttpRequest shown) {
    if (used != client) {
      return false;
    }
    if (admitted == null) {
      admitted = shown;
    }
    return admitted == shown;
  }

  /** Calls the client, and records its response or what it throws in the attempt. */
  void execute(HttpHost target, HttpContext context) {
    AttemptScope outer = CURRENT.get();
    CURRENT.set(this);
    try {
      attempt.markMade();
      attempt.returned(
          (HttpResponse) Execution.METHOD.invokeExact(client, target, request, context));
    } catch (Throwable thrown) {
      attempt.failedWith(thrown);
    } finally {
      CURRENT.set(outer);
    }
  }

  /** Calls the client; returns its response, or null and what it threw. */
  Object[] answer(HttpHost target, HttpContext context) {
    AttemptScope outer = CURRENT.get();
    CURRENT.set(this);
    try {
      return new Object[] {
        (HttpResponse) Execution.METHOD.invokeExact(client, target, request, context)
      };
    } catch (Throwable thrown) {
      return new Object[] {null, thrown};
    } finally {
      CURRENT.set(outer);
    }
  }
}
