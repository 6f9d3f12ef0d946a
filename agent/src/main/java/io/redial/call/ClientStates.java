package io.redial.call;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Remembers which clients were closed, and how. Calls that are about to retry ask it; as long as no
 * client was closed, that costs one read. Keeps no client alive. Thread-safe.
 */
final class ClientStates {
  /** Clients that are being closed, or that were shut down in an orderly way. */
  private final Set<Object> closing = weakSet();

  /** Clients that were shut down, so that nothing closes them at once. */
  private final Set<Object> shutDown = weakSet();

  /** Clients that were closed and refuse every further use. */
  private final Set<Object> closed = weakSet();

  private volatile boolean any;

  private static Set<Object> weakSet() {
    return Collections.synchronizedSet(
        Collections.newSetFromMap(new WeakHashMap<Object, Boolean>()));
  }

  void closing(Object client) {
    closing.add(client);
    any = true;
  }

  void shutDown(Object client) {
    shutDown.add(client);
    closing(client);
  }

  void closed(Object client) {
    closed.add(client);
    any = true;
  }

  boolean isClosing(Object client) {
    return any && closing.contains(client);
  }

  boolean isShutDown(Object client) {
    return any && shutDown.contains(client);
  }

  boolean isClosed(Object client) {
    return any && closed.contains(client);
  }
}
