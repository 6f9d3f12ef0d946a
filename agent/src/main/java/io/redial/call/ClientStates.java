package io.redial.call;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Which clients were closed, and how. Asked by calls that are about to retry; as long as no client
 * was closed, that costs one read. Keeps no client alive. Thread-safe.
 */
final class ClientStates {
  /** Clients that were closed in an orderly way. */
  private final Set<Object> closing = weakSet();

  /** Those that were closed for good. */
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

  void closed(Object client) {
    closed.add(client);
    any = true;
  }

  boolean isClosing(Object client) {
    return any && closing.contains(client);
  }

  boolean isClosed(Object client) {
    return any && closed.contains(client);
  }
}
