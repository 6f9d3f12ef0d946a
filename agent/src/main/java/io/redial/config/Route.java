package io.redial.config;

import io.redial.policy.RetryPolicy;

/**
 * Calls that have a policy of their own. A route inherits the options that it does not set.
 * Immutable and thread-safe.
 */
public final class Route {
  private final String name;
  private final Value match;
  final UrlPattern pattern;
  private final Values values;

  private volatile RetryPolicy policy;

  /**
   * Whether it has applied to a call; shared with the copies. Not volatile, so that a call pays
   * next to nothing; it may be seen a moment late.
   */
  private final boolean[] matched;

  Route(String name, Value match, UrlPattern pattern, Values values) {
    this(name, match, pattern, values, new boolean[1]);
  }

  private Route(String name, Value match, UrlPattern pattern, Values values, boolean[] matched) {
    this.name = name;
    this.match = match;
    this.pattern = pattern;
    this.values = values;
    this.matched = matched;
  }

  /** The NAME of {@code route.NAME.match}. */
  public String name() {
    return name;
  }

  /** The pattern as it was written. */
  public Value match() {
    return match;
  }

  /** Notes that the route applies to a call. */
  void applies() {
    if (!matched[0]) {
      matched[0] = true;
    }
  }

  /** Returns whether the route has applied to any call since it was read. */
  public boolean hasMatched() {
    return matched[0];
  }

  /**
   * Returns whether a route that comes after this one can never apply, because this one matches
   * every call that it matches. Returns false if that is not certain.
   */
  public boolean shadows(Route later) {
    return pattern.covers(later.pattern);
  }

  /** The value of an option on this route, and its source. */
  public Value value(Option option) {
    return values.get(option);
  }

  /** The value that the route itself sets, or null. */
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

  /**
   * Returns a copy that inherits from other general values, with its own value of an option
   * replaced if it has one.
   */
  Route under(Values general, Option option, Value value) {
    Values changed = values.with(general, option, own(option) == null ? null : value);
    return new Route(name, match, pattern, changed, matched);
  }
}
