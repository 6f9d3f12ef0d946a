package io.redial.contract.server;

/** To come. */
public final class H2Server implements AutoCloseable {
  @Override
  public void close() {}
}
