package io.redial.client.apache4;

import io.redial.call.RetryEngine;
import io.redial.call.Wait;
import io.redial.client.ClientThrownException;
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

  private static final ThreadLocal<Object> UNDER = new ThreadLocal<>();

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
  @SuppressWarnings("ReferenceEquality") // The same client, not an equal one.
  Object[] client(Object client) throws ClientThrownException {
    if (UNDER.get() == client || !(client instanceof Closeable)) {
      return null;
    }
    if (isOldClient(client)) {
      // This is what the client's own close does. A subclass's close may have led here, and must
      // not run twice.
      try {
        ((HttpClient) client).getConnectionManager().shutdown();
      } catch (Throwable thrown) {
        throw new ClientThrownException(thrown);
      }
      return new Object[] {null};
    }
    engine.closing(client);
    UNDER.set(client);
    try {
      ((Closeable) client).close();
    } catch (Throwable thrown) {
      throw new ClientThrownException(thrown);
    } finally {
      finish(() -> engine.closed(client));
    }
    return new Object[] {null};
  }

  /** Runs what follows the client's own closing, which an internal fault must not affect. */
  private void finish(Runnable end) {
    try {
      UNDER.remove();
      end.run();
    } catch (Throwable fault) {
      engine.fault("Apache HttpClient 4 close", fault);
    }
  }

  /** Handles a call to a connection manager's {@code shutdown}; returns null to let it run. */
  @SuppressWarnings("ReferenceEquality") // The same manager, not an equal one.
  Object[] manager(Object manager) throws ClientThrownException {
    if (UNDER.get() == manager) {
      return null;
    }
    shutDown.add(manager);
    anyShutDown = true;
    if (!manager.getClass().getName().startsWith(POOL_OF_OLD_CLIENTS)) {
      endWaits(manager, Wait.End.STOPPED); // A subclass's own shutdown must not run twice.
      return null;
    }
    UNDER.set(manager);
    try {
      ((org.apache.http.conn.ClientConnectionManager) manager).shutdown();
    } catch (Throwable thrown) {
      throw new ClientThrownException(thrown);
    } finally {
      finish(() -> endWaits(manager, Wait.End.CLOSED));
    }
    return new Object[] {null};
  }

  @SuppressWarnings("ReferenceEquality")
  private void endWaits(Object manager, Wait.End how) {
    for (Wait wait : engine.room().waits()) {
      if (isManagerOf(wait.call().client(), manager)) {
        wait.end(how);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality")
  private boolean isManagerOf(Object client, Object manager) {
    try {
      return isOldClient(client) && ((HttpClient) client).getConnectionManager() == manager;
    } catch (RuntimeException fault) { // It counts as a client that is not being closed.
      engine.fault("Apache HttpClient 4 shutdown", fault);
      return false;
    }
  }

  /**
   * Returns whether the client's connection manager was shut down, which breaks calls in flight.
   */
  boolean isShutDown(HttpClient client) {
    return anyShutDown && isOldClient(client) && shutDown.contains(client.getConnectionManager());
  }
}
