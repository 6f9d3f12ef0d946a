package io.redial.call;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The first attempts for which it is too early (rule 4.5). Thread-safe. */
final class ThrottledStarts {
  private final CallListener listener;
  private final Set<ThrottledStart> heldBack = ConcurrentHashMap.newKeySet();

  ThrottledStarts(CallListener listener) {
    this.listener = listener;
  }

  ThrottledStart holdBack(Object client, Runnable firstAttempt) {
    ThrottledStart held = new ThrottledStart(client, firstAttempt);
    heldBack.add(held);
    return held;
  }

  /** Sends it now, unless it has gone out. */
  void release(ThrottledStart held) {
    heldBack.remove(held);
    try {
      held.go();
    } catch (Throwable fault) {
      listener.fault("first attempt", fault);
    }
  }

  /** Sends those of a client that takes no more afterwards. */
  void releaseAll(Object client) {
    for (ThrottledStart held : heldBack) {
      if (held.isFor(client)) {
        release(held);
      }
    }
  }
}
