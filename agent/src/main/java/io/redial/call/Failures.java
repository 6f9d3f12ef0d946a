package io.redial.call;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** The failures of a call's earlier attempts, at most the last five (rule 1.2). Not thread-safe. */
final class Failures {
  private static final int MAX = 5;

  private final ArrayDeque<Throwable> earlier = new ArrayDeque<>(MAX);

  void add(Throwable thrown) {
    if (earlier.size() == MAX) {
      earlier.removeFirst();
    }
    earlier.addLast(thrown);
  }

  /**
   * Attaches the earlier failures to the one that the application gets, but never a failure to
   * itself and never in a cycle.
   */
  void attachTo(Throwable last) {
    if (last.getSuppressed().length >= MAX) {
      return; // A client may fail many calls with the same exception.
    }
    Set<Throwable> reachable = graph(last);
    for (Throwable failure : earlier) {
      if (!reachable.contains(failure) && !graph(failure).contains(last)) {
        last.addSuppressed(failure);
        reachable.add(failure);
      }
    }
  }

  private static Set<Throwable> graph(Throwable root) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<Throwable, Boolean>());
    ArrayDeque<Throwable> open = new ArrayDeque<>();
    open.add(root);
    while (!open.isEmpty()) {
      Throwable next = open.removeFirst();
      if (seen.add(next)) {
        if (next.getCause() != null) {
          open.add(next.getCause());
        }
        Collections.addAll(open, next.getSuppressed());
      }
    }
    return seen;
  }
}
