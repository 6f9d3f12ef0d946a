package io.redial.call;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The failures that calls ended with. A call that an interceptor or a body handler makes within
 * another call's attempt may fail, and its exception then leaves that attempt, too: it is
 * recognised here by identity, so that the retries of nested calls do not multiply (rules 7.1 and
 * 7.2). Holds no exception that nobody else holds; what is remembered of one that is gone goes with
 * the next call. Thread-safe.
 */
final class SurfacedFailures {
  private static final int DEEPEST = 20;

  private final ConcurrentMap<Key, Ended> calls = new ConcurrentHashMap<>();
  private final ReferenceQueue<Throwable> collected = new ReferenceQueue<>();

  /** A call ends with that failure. */
  void add(Throwable thrown, ObservedCall call) {
    forgetCollected();
    calls.put(new Key(thrown, collected), new Ended(call));
  }

  /**
   * Whether that failure, or one that it was caused by, is the end of a call that was made within
   * an attempt.
   *
   * @param call the call whose attempt it is
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

  /** For the beginning of each call: without such failures this reads one field. */
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
     * An exception of a blocking call is its own. Asynchronous calls that share a connection can
     * all fail with one exception when it is lost, so that theirs counts only if it cannot come
     * from the outer call's own connection.
     */
    boolean isWithin(ObservedCall outer, long attemptNanos) {
      return startNanos - attemptNanos >= 0
          && (blocking
              || client != System.identityHashCode(outer.client())
              || !host.equals(outer.hostName()));
    }
  }

  /** Equal to another one of the same exception, and to itself once that is gone. */
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
    @SuppressWarnings("ReferenceEquality") // Of exceptions, whatever they are equal to.
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      Throwable mine = get();
      return mine != null && other instanceof Key && ((Key) other).get() == mine;
    }
  }
}
