package io.redial.config;

import io.redial.policy.RetryPolicy;

/**
 * Calls that have a policy of their own; what the route does not set, it inherits. Immutable and
 * thread-safe.
 */
public final class Route {
  private final String name;
  private final Value match;
  private final UrlPattern pattern;
  private final Values values;

  private volatile RetryPolicy policy;

  Route(String name, Value match, UrlPattern pattern, Values values) {
    this.name = name;
    this.match = match;
    this.pattern = pattern;
    this.values = values;
  }

  /** The NAME of {@code route.NAME.match}. */
  public String name() {
    return name;
  }

  /** The pattern as it was written. */
  public Value match() {
    return match;
  }

  /** Whether the pattern covers that call. */
  public boolean matches(Target target) {
    return pattern.matches(target);
  }

  /**
   * Whether a route that comes after this one can never decide, because each call that it matches
   * is matched by this one. If that is not certain, the answer is no.
   */
  public boolean shadows(Route later) {
    return pattern.covers(later.pattern);
  }

  boolean concerns(String host) {
    return pattern.concerns(host);
  }

  /** The value of an option on this route, and its source. */
  public Value value(Option option) {
    return values.get(option);
  }

  /** What the route itself sets, or null. */
  public Value own(Option option) {
    return values.own(option);
  }

  RetryPolicy policy() {
    RetryPolicy known = policy;
    if (known == null) {
      known = values.policy(name);
      policy = known;
    }
    return known;
  }

  /** This route under other general values, with one of its own replaced if there is one. */
  Route under(Values general, Option option, Value value) {
    return new Route(name, match, pattern, values.under(general, option, value));
  }
}
