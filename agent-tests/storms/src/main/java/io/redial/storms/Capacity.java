package io.redial.storms;

/**
 * Work that a server can do: comes back at a fixed rate, a quarter of a second's worth is kept. Not
 * thread-safe.
 */
final class Capacity {
  private static final double KEPT_SECONDS = 0.25;

  private final double perSecond;
  private double left;
  private double since;

  Capacity(double perSecond) {
    this.perSecond = perSecond;
    this.left = perSecond * KEPT_SECONDS;
  }

  /** Does that much work, if there is as much left. */
  boolean take(double work, double now) {
    double most = perSecond * KEPT_SECONDS;
    left = Math.min(most, left + (now - since) * perSecond);
    since = now;
    if (left < work) {
      return false;
    }
    left -= work;
    return true;
  }

  /** Does that much work or what is left of it: work that cannot be refused. */
  void spend(double work) {
    left = Math.max(0, left - work);
  }
}
