package io.redial.call;

import io.redial.config.Target;
import io.redial.policy.RequestFacts;

/**
 * The application's request as an adapter shows it; read-only and cheap to make. As thread-safe as
 * the client's own request.
 */
public interface OutgoingRequest extends RequestFacts, Target {

  @Override
  String path();

  /** Returns where the request goes: an absolute URI, with or without the query. */
  default String uri() {
    return scheme() + "://" + host() + (port() < 0 ? "" : ":" + port()) + path();
  }
}
