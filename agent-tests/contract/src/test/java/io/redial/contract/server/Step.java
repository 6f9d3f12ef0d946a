package io.redial.contract.server;

import java.io.IOException;

/** What a {@link FaultServer} does to one attempt. */
@FunctionalInterface
public interface Step {
  /**
   * Plays it.
   *
   * @return whether the connection may carry another request
   */
  boolean play(Exchange exchange) throws IOException, InterruptedException;
}
