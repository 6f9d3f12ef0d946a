package io.redial.client.apache5;

import io.redial.call.Attempt;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * An attempt in the {@code HttpContext} of its exchange. By it, the client's own retry layer finds,
 * on any thread, the call that it works for. An interceptor may use the same context for a call of
 * its own, and an application may share a context between calls. So contexts hold a chain of
 * attempts: the latest one that is not over counts, and finished ones are removed. A removed one
 * keeps its link, so that concurrent removals lose no attempt that is not over.
 */
final class AttemptContext {
  private static final String KEY = "io.redial.attempt";

  /**
   * Null once the attempt is over. A field, so that it can be cleared even if removing it from the
   * context fails.
   */
  volatile Attempt attempt;

  private volatile AttemptContext outer;

  /** What sends the exchange over a connection that other calls may share, once that is known. */
  volatile AsyncExecRuntime runtime;

  private AttemptContext(Attempt attempt) {
    this.attempt = attempt;
  }

  /** Notes an attempt in its context. */
  static AttemptContext by(HttpContext context, Attempt attempt) {
    AttemptContext carried = new AttemptContext(attempt);
    anotherBegins(context);
    carried.outer = latest(context);
    note(context, carried);
    return carried;
  }

  /**
   * The context of a call that was given none. It has a field for the attempt, because a map of
   * attributes that the call does not need otherwise is larger than anything else of Redial's.
   */
  static final class OfCall extends HttpClientContext {
    volatile AttemptContext carried;
  }

  private static void note(HttpContext context, AttemptContext carried) {
    if (context instanceof OfCall) {
      ((OfCall) context).carried = carried;
    } else if (carried == null) {
      context.removeAttribute(KEY);
    } else {
      context.setAttribute(KEY, carried);
    }
  }

  /**
   * Releases the connection, so that only the exchange's own stream ends: cancelling an exchange
   * closes its connection, in 5.0 with all streams.
   *
   * @param noted null if the attempt was not begun
   */
  static void leaveConnection(AttemptContext noted) {
    AsyncExecRuntime shared = noted == null ? null : noted.runtime;
    if (shared != null) {
      shared.releaseEndpoint();
    }
  }

  /** Removes the attempt, so that nothing of Redial's stays in the application's context. */
  void detach(HttpContext context) {
    Attempt over = attempt;
    attempt = null;
    Redirects redirects = redirects(over);
    AttemptContext left = latest(context);
    if (first(context) == this) {
      note(context, left);
    }
    prune(left);
    if (redirects != null) {
      anotherEnds(context, redirects.sent);
    }
  }

  /** Returns null for an attempt that is over or passive. */
  private static Redirects redirects(Attempt attempt) {
    return attempt instanceof Stoppable ? ((Stoppable) attempt).redirects() : null;
  }

  /**
   * Returns the attempt that sends that request, if calls share the context; otherwise the latest
   * attempt that is not over, or null.
   *
   * @param request null if it is not known
   */
  static Attempt in(HttpContext context, HttpRequest request) {
    Attempt latest = null;
    for (AttemptContext carried = first(context); carried != null; carried = carried.outer) {
      Attempt ownAttempt = carried.attempt;
      Redirects others = redirects(ownAttempt);
      if (others != null && others.isOwn(request)) {
        return ownAttempt;
      }
      latest = latest == null ? ownAttempt : latest;
    }
    return latest;
  }

  /**
   * Notes what sends the exchange of a context over a connection that other calls may share, if
   * there is only one attempt.
   */
  static void stream(HttpContext context, AsyncExecRuntime runtime) {
    AttemptContext only = null;
    for (AttemptContext carried = first(context); carried != null; carried = carried.outer) {
      if (carried.attempt != null && only != null) {
        return;
      }
      only = carried.attempt != null ? carried : only;
    }
    if (only != null) {
      only.runtime = runtime;
    }
  }

  /**
   * Called when another call begins on the context. It will overwrite what the client noted there
   * for the attempts under way. Returns whether there are any.
   */
  static boolean anotherBegins(HttpContext context) {
    AttemptContext latest = latest(context);
    prune(latest);
    for (AttemptContext carried = latest; carried != null; carried = carried.outer) {
      Redirects redirects = redirects(carried.attempt);
      if (redirects != null) {
        redirects.share();
      }
    }
    return latest != null;
  }

  /** Called when a blocking call has ended that began on the context of attempts under way. */
  static void anotherEnds(HttpContext context, HttpRequest sent) {
    for (AttemptContext carried = latest(context); carried != null; carried = carried.outer) {
      Redirects redirects = redirects(carried.attempt);
      if (redirects != null) {
        redirects.shareNoMoreWith(sent);
      }
    }
  }

  private static AttemptContext latest(HttpContext context) {
    return current(first(context));
  }

  private static AttemptContext first(HttpContext context) {
    if (context instanceof OfCall) {
      return ((OfCall) context).carried;
    }
    Object found = context == null ? null : context.getAttribute(KEY);
    return found instanceof AttemptContext ? (AttemptContext) found : null;
  }

  private static void prune(AttemptContext latest) {
    for (AttemptContext carried = latest; carried != null; carried = carried.outer) {
      carried.outer = current(carried.outer);
    }
  }

  /** Returns this link, or the nearest enclosing one whose attempt is not over. */
  private static AttemptContext current(AttemptContext from) {
    AttemptContext carried = from;
    while (carried != null && carried.attempt == null) {
      carried = carried.outer;
    }
    return carried;
  }
}
