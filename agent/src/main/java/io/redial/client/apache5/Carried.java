package io.redial.client.apache5;

import io.redial.call.Attempt;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * An attempt as the {@code HttpContext} of its exchange carries it, so that the client's own retry
 * layer can be told which call it works for, on whatever thread. An interceptor may use the same
 * context for a call of its own meanwhile, and an application may share one between calls: the
 * latest that is not over counts.
 */
final class Carried {
  private static final String KEY = "io.redial.attempt";

  private final Attempt attempt;
  private Carried outer;
  private volatile boolean over;

  private Carried(Attempt attempt) {
    this.attempt = attempt;
  }

  static Carried by(HttpContext context, Attempt attempt) {
    Carried carried = new Carried(attempt);
    carried.outer = latest(context);
    context.setAttribute(KEY, carried);
    return carried;
  }

  /** Takes the attempt off again: nothing of ours stays in the application's context. */
  void takeOff(HttpContext context) {
    over = true;
    if (context.getAttribute(KEY) == this) {
      Carried left = latest(context);
      if (left == null) {
        context.removeAttribute(KEY);
      } else {
        context.setAttribute(KEY, left);
      }
    }
  }

  /** The attempt that a context carries, or null. */
  static Attempt in(HttpContext context) {
    Carried latest = context == null ? null : latest(context);
    return latest == null ? null : latest.attempt;
  }

  private static Carried latest(HttpContext context) {
    Object found = context.getAttribute(KEY);
    Carried carried = found instanceof Carried ? (Carried) found : null;
    while (carried != null && carried.over) {
      carried = carried.outer;
    }
    return carried;
  }
}
