package io.redial.call;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The failures that calls ended with. If a call that an interceptor or a body handler makes within
 * another call's attempt fails, its exception may also end that attempt. It is recognised here by
 * identity, so that the retries of nested calls do not multiply (rules 7.1 and 7.2). Keeps no
 * exception alive; what is remembered of a collected one is removed when another call ends.
 * Thread-safe.
 */
final class SurfacedFailures {
  private static final int DEEPEST = 20;

  private final ConcurrentMap<Key, Ended> calls = new ConcurrentHashMap<>();
  private final ReferenceQueue<Throwable> collected = new ReferenceQueue<>();

  /** Remembers the failure that a call ends with. */
  void add(Throwable thrown, ObservedCall call) {
    forgetCollected();
    calls.put(new Key(thrown, collected), new Ended(call));
  }

  /**
   * Returns whether a failure, or one that it was caused by, ended a call that was made within an
   * attempt.
   *
   * @param call the call that the attempt belongs to
   * @param startNanos when the attempt began, in the clock's monotonic nanoseconds
   */
  boolean isOfCallWithin(ObservedCall call, long startNanos, Throwable thrown) {
    if (calls.isEmpty()) {
      return false;
    }
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < DEEPEST; depth++, link = link.getCause()) {
      Ended other = calls.get(new Key(link, null));
      if (other != null && other.isWithin(call, startNanos)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether anything is remembered. */
  boolean any() {
    return !calls.isEmpty();
  }

  /** Removes what is remembered of collected exceptions. */
  void forgetCollected() {
    Reference<?> gone = collected.poll();
    while (gone != null) {
      calls.remove(gone);
      gone = collected.poll();
    }
  }

  /** What is remembered of a call: nothing that would keep its client alive. */
  private static final class Ended {
    private final long startNanos;
    private final boolean blocking;
    private final int client;
    private final String host;

    Ended(ObservedCall call) {
      startNanos = call.startNanos();
      blocking = call.isBlocking();
      client = System.identityHashCode(call.client());
      host = call.hostName();
    }

    /**
     * Returns whether this call was made within the outer call's attempt. An exception of a
     * blocking call belongs to that call alone. Asynchronous calls that share a connection can all
     * fail with one exception when it is lost, so theirs counts only if it cannot come from the
     * outer call's own connection.
     */
    boolean isWithin(ObservedCall outer, long attemptNanos) {
      return startNanos - attemptNanos >= 0
          && (blocking
              || client != System.identityHashCode(outer.client())
              || !host.equals(outer.hostName()));
    }
  }

  /**
   * Equal to another key of the same exception; once the exception is collected, to itself only.
   */
  private static final class Key extends WeakReference<Throwable> {
    private final int hash;

    Key(Throwable thrown, ReferenceQueue<Throwable> queue) {
      super(thrown, queue);
      hash = System.identityHashCode(thrown);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // Exceptions are compared by identity.
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      Throwable mine = get();
      return mine != null && other instanceof Key && ((Key) other).get() == mine;
    }
  }
}
