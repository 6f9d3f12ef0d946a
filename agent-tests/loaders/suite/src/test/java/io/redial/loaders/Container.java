package io.redial.loaders;

import java.net.URI;

/** A server that applications come to and go from while it runs. */
interface Container extends AutoCloseable {

  /** Returns when the application answers. */
  URI deploy(War war) throws Exception;

  /** Returns when the application is stopped and gone. */
  void undeploy(War war) throws Exception;

  /** Its process. */
  ServerProcess process();

  @Override
  default void close() {
    process().close();
  }
}
