package io.redial.client.apache4;

import io.redial.call.RetryEngine;
import io.redial.call.Wait;
import io.redial.kernel.ClientClose;
import io.redial.kernel.ClientOutcome;
import io.redial.kernel.FaultBoundary;
import java.io.Closeable;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.http.client.HttpClient;

/**
 * Ends waits when a client is closed, so that the calls end with the client's own exception (rule
 * 5.4). Old clients are closed through their connection manager. Thread-safe.
 */
@SuppressWarnings("deprecation") // The old clients have connection managers of this kind.
final class Closing {
  private static final String POOL_OF_OLD_CLIENTS = "org.apache.http.impl.conn.";

  private static final String WHERE = "Apache HttpClient 4 close";

  private final RetryEngine engine;
  private final Set<Object> shutDown =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<Object, Boolean>()));
  private volatile boolean anyShutDown;

  Closing(RetryEngine engine) {
    this.engine = engine;
  }

  static boolean isOldClient(Object client) {
    return client instanceof org.apache.http.impl.client.AbstractHttpClient;
  }

  /** Handles a call to {@code close}; returns null to let the woven method run. */
  Object client(Object client) {
    if (ClientClose.isUnderWay(client) || !(client instanceof Closeable)) {
      return null;
    }
    if (isOldClient(client)) {
      // This is what the client's own close does. A subclass's close may have led here, and must
      // not run twice.
      try {
        ((HttpClient) client).getConnectionManager().shutdown();
      } catch (Throwable thrown) {
        return ClientOutcome.throwing(thrown);
      }
      return ClientOutcome.returning(null);
    }
    engine.closing(client);
    return ClientClose.run(
        (Closeable) client, Closeable::close, engine, WHERE, () -> engine.closed(client));
  }

  /** Handles a call to a connection manager's {@code shutdown}; returns null to let it run. */
  Object manager(Object manager) {
    if (ClientClose.isUnderWay(manager)) {
      return null;
    }
    shutDown.add(manager);
    anyShutDown = true;
    if (!manager.getClass().getName().startsWith(POOL_OF_OLD_CLIENTS)) {
      endWaits(manager, Wait.End.STOPPED); // A subclass's own shutdown must not run twice.
      return null;
    }
    return ClientClose.run(
        (org.apache.http.conn.ClientConnectionManager) manager,
        org.apache.http.conn.ClientConnectionManager::shutdown,
        engine,
        WHERE,
        () -> endWaits(manager, Wait.End.CLOSED));
  }

  @SuppressWarnings("ReferenceEquality")
  private void endWaits(Object manager, Wait.End how) {
    for (Wait wait : engine.room().waits()) {
      Object client = wait.call().client();
      boolean isClosed =
          FaultBoundary.ask( // After a fault, it counts as a client that is not being closed.
              engine,
              "Apache HttpClient 4 shutdown",
              () -> isOldClient(client) && ((HttpClient) client).getConnectionManager() == manager,
              false);
      if (isClosed) {
        wait.end(how);
      }
    }
  }

  /**
   * Returns whether the client's connection manager was shut down, which breaks calls in flight.
   */
  boolean isShutDown(HttpClient client) {
    return anyShutDown && isOldClient(client) && shutDown.contains(client.getConnectionManager());
  }
}
