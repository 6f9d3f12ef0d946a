package io.redial.client.apache4;

import io.redial.call.Attempt;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.protocol.HttpContext;

/**
 * One use of a client that the gate lets through: the first one of exactly this client. Whatever
 * else is called meanwhile, by an interceptor for a token say, is a call of its own (rule 7.2).
 *
 * <p>It is handed over on the thread, which a classic client does not leave. The context would not
 * do: applications share one among threads, and their interceptors look into it.
 */
final class AttemptScope {
  private static final ThreadLocal<AttemptScope> CURRENT = new ThreadLocal<>();

  private final Attempt attempt;
  private final HttpClient client;
  private final HttpRequest request;
  private HttpRequest admitted;

  /**
   * A passage.
   *
   * @param attempt what is made with it, or null if Redial has nothing to do with it
   */
  AttemptScope(Attempt attempt, HttpClient client, HttpRequest request) {
    this.attempt = attempt;
    this.client = client;
    this.request = request;
  }

  /** What this thread is about to do or doing, or null. */
  static AttemptScope current() {
    return CURRENT.get();
  }

  /** The attempt whose outcome the client's own retry layer looks at on this thread, or null. */
  static Attempt currentAttempt() {
    AttemptScope passage = CURRENT.get();
    return passage == null ? null : passage.attempt;
  }

  /** That attempt if its outcome may be retried, or null. */
  static ClassicAttempt retriable() {
    Attempt attempt = currentAttempt();
    return attempt instanceof ClassicAttempt ? (ClassicAttempt) attempt : null;
  }

  /**
   * True once, whatever the request is: another agent may have wrapped it on the way. Then for the
   * same request, because Mockito's spies enter a method a second time to have its own code run.
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

  /** Uses the client; what it throws is the attempt's failure. */
  HttpResponse execute(HttpHost target, HttpContext context) throws Throwable {
    AttemptScope outer = CURRENT.get();
    CURRENT.set(this);
    try {
      attempt.made = true;
      HttpResponse response =
          (HttpResponse) Execution.METHOD.invokeExact(client, target, request, context);
      attempt.response = response;
      return response;
    } catch (Throwable thrown) {
      attempt.failure = thrown;
      throw thrown;
    } finally {
      CURRENT.set(outer);
    }
  }

  /** Uses the client; gives what it is to return, or null and what it is to throw. */
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
