package io.redial.call;

import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Recognises retries that are made by a layer above Redial: Feign's Retryer, Spring Retry,
 * Resilience4j, or a loop (rule 7.4). Such a layer makes the same request again, on the same
 * thread, soon after Redial has surrendered a call that it had retried. If each of these calls got
 * retries of its own, the attempts of both layers would multiply.
 *
 * <p>The last surrender of a thread is kept in one of a fixed number of slots, and not in a
 * thread-local variable: nothing stays behind on threads of pools, and the number of virtual
 * threads does not matter. Threads that share a slot overwrite each other, which costs no more than
 * retries that this rule could have saved. A slot keeps neither the thread nor the request alive.
 *
 * <p>Written when a retried call is surrendered and read when an outcome is to be retried. A call
 * that succeeds asks it only if something was ever surrendered. Thread-safe.
 */
final class OuterRetries {
  /** After this many calls in a row without retries, the next one gets them again. */
  static final int MOST_IN_A_ROW = 5;

  private static final long PROMPT_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long LONGEST_HINT_NANOS = TimeUnit.DAYS.toNanos(365); // Rule 3.2.
  private static final int SLOTS = 1 << 10;

  private final AtomicReferenceArray<Surrender> slots = new AtomicReferenceArray<>(SLOTS);
  private volatile boolean any;

  /** A surrendered call. */
  private static final class Surrender extends WeakReference<Thread> {
    final long request;
    final long nanos;
    final long untilNanos;
    final int inARow;

    Surrender(Thread thread, long request, long nanos, long untilNanos, int inARow) {
      super(thread);
      this.request = request;
      this.nanos = nanos;
      this.untilNanos = untilNanos;
      this.inARow = inARow;
    }

    boolean isBy(Thread thread) {
      return get() == thread;
    }
  }

  /**
   * Remembers a call that Redial has retried and now surrenders, or that follows one as an outer
   * retry and has failed as well.
   *
   * @param thread the thread on which the call began
   * @param request its {@link #fingerprint}
   * @param nanos the current time
   * @param hintNanos how long the server asked to wait, or -1 if it did not; a layer that honours
   *     this repeats the call after that time, and not before
   * @param inARow what {@link #take} returned for the call
   */
  void surrendered(Thread thread, long request, long nanos, long hintNanos, int inARow) {
    int slot = slot(thread);
    if (inARow >= MOST_IN_A_ROW) {
      slots.set(slot, null);
      return;
    }
    long until = nanos + PROMPT_NANOS + Math.max(0, Math.min(hintNanos, LONGEST_HINT_NANOS));
    slots.set(slot, new Surrender(thread, request, nanos, until, inARow));
    any = true;
  }

  /**
   * Returns how many outer retries in a row a call makes, itself included; 0 if it is none. A
   * surrendered call is followed by one outer retry at most: other calls that begin on the same
   * thread meanwhile are calls of their own.
   *
   * @param thread the thread on which the call began
   * @param request its {@link #fingerprint}
   * @param startNanos when the call began
   */
  int take(Thread thread, long request, long startNanos) {
    if (!any) {
      return 0;
    }
    int slot = slot(thread);
    Surrender before = slots.get(slot);
    boolean follows =
        before != null
            && before.request == request
            && before.isBy(thread)
            && startNanos - before.nanos >= 0
            && startNanos - before.untilNanos <= 0
            && slots.compareAndSet(slot, before, null);
    return follows ? before.inARow + 1 : 0;
  }

  /** Returns whether a call was ever surrendered. */
  boolean any() {
    return any;
  }

  /**
   * Called when a call has succeeded: what follows on its thread is no retry of it.
   *
   * @param thread the thread on which the call began
   */
  void succeeded(Thread thread, String host, OutgoingRequest request) {
    int slot = slot(thread);
    Surrender before = slots.get(slot);
    if (before != null && before.isBy(thread) && before.request == fingerprint(host, request)) {
      slots.compareAndSet(slot, before, null);
    }
  }

  private static int slot(Thread thread) {
    int hash = System.identityHashCode(thread);
    return (hash ^ (hash >>> 10)) & (SLOTS - 1);
  }

  /** Returns a hash of method and URI that is long enough to stand for them (FNV-1a). */
  static long fingerprint(String host, OutgoingRequest request) {
    long hash = 0xcbf29ce484222325L;
    hash = add(hash, request.method());
    hash = add(hash, host);
    hash = add(hash, request.path());
    return add(hash, request.query());
  }

  private static long add(long hash, String text) {
    long sum = hash;
    for (int i = 0; text != null && i < text.length(); i++) {
      sum = (sum ^ text.charAt(i)) * 0x100000001b3L;
    }
    return (sum ^ Character.MAX_VALUE) * 0x100000001b3L; // The end of a text counts, too.
  }
}
