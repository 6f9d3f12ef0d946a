package io.redial.cli;

import io.redial.config.Configuration;
import io.redial.config.Option;
import io.redial.config.Route;
import io.redial.config.Value;

/** What the options mean for one call. */
final class CheckedCall {
  private final Configuration configuration;
  private final RequestArgument request;
  private final Route route;

  CheckedCall(Configuration configuration, RequestArgument request) {
    this.configuration = configuration;
    this.request = request;
    this.route = configuration.routeFor(request);
  }

  RequestArgument request() {
    return request;
  }

  /** The route that applies to the call, or null. */
  Route route() {
    return route;
  }

  /** The value of an option that a route may set. */
  Value value(Option option) {
    return route == null ? configuration.value(option) : route.value(option);
  }

  /** Whether the call counts as idempotent without any header field. */
  boolean idempotent() {
    return configuration.policyFor(request).idempotent(request);
  }

  /** Says in words what {@link #idempotent} returns. */
  String idempotence() {
    if (idempotent()) {
      return "yes";
    }
    String header = value(Option.IDEMPOTENCY_KEY).text();
    return "none".equals(header) ? "no" : "only with the header " + header;
  }
}
