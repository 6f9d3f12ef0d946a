package io.redial.call;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The first attempts that the rate limit holds back (rule 4.5). Thread-safe. */
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

  /** Sends an attempt now, unless it has been sent. */
  void release(ThrottledStart held) {
    heldBack.remove(held);
    try {
      held.go();
    } catch (Throwable fault) {
      listener.fault("first attempt", fault);
    }
  }

  /** Sends the attempts of a client that takes no more requests afterwards. */
  void releaseAll(Object client) {
    for (ThrottledStart held : heldBack) {
      if (held.isFor(client)) {
        release(held);
      }
    }
  }
}
