package io.redial.storms;

import java.util.BitSet;
import java.util.List;
import java.util.function.ToDoubleBiFunction;

/** What the default budget promises of the load on a host that is in trouble (rule 5.5). */
final class Bound {
  private static final double RATIO = 0.2;
  private static final double FLOOR = 2;
  private static final double WINDOW = 10;

  private Bound() {}

  /** {@code 1 + RATIO + FLOOR / rate}. */
  static double at(int callsPerSecond) {
    return 1 + RATIO + FLOOR / callsPerSecond;
  }

  /** The most requests for each call in any ten seconds. */
  static double worst(Run run) {
    return most(run, (calls, retries) -> (double) (calls + retries) / calls);
  }

  /** Whether the retries of any ten seconds kept within the budget. */
  static boolean holds(Run run) {
    return most(run, (calls, retries) -> retries - RATIO * calls - FLOOR * WINDOW) <= 0;
  }

  private static double most(Run run, ToDoubleBiFunction<Integer, Integer> measure) {
    List<Request> requests = run.requests();
    BitSet seen = new BitSet();
    boolean[] first = new boolean[requests.size()];
    for (int i = 0; i < first.length; i++) {
      int call = requests.get(i).call();
      first[i] = !seen.get(call);
      seen.set(call);
    }
    double most = Double.NEGATIVE_INFINITY;
    int calls = 0;
    int from = 0;
    for (int to = 0; to < first.length; to++) {
      calls += first[to] ? 1 : 0;
      while (requests.get(to).second() - requests.get(from).second() >= WINDOW) {
        calls -= first[from] ? 1 : 0;
        from++;
      }
      boolean whole = from > 0 || to == first.length - 1;
      if (whole && calls > 0) {
        most = Math.max(most, measure.applyAsDouble(calls, to + 1 - from - calls));
      }
    }
    return most;
  }
}
