package io.redial.contract.harness;

import io.redial.contract.server.FaultServer;
import io.redial.subjects.Order;

/** The call that a client makes before any test measures it. */
final class FirstCall {
  /** Answers 418 to all. */
  private static final FaultServer SERVER = new FaultServer();

  private FirstCall() {}

  static Order order(String adapter) {
    return new Order()
        .set("client", adapter)
        .set("client-name", "first")
        .set("method", "GET")
        .set("url", SERVER.url("/first"));
  }
}
