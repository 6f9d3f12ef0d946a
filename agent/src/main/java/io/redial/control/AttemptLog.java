package io.redial.control;

import io.redial.call.AttemptRecord;
import io.redial.call.ObservedCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The last five attempts of each call that failed lately and of each host (rule 11.3). Of calls and
 * of hosts, the {@value #MOST} that failed last are kept: 2,000 attempts at most, which take less
 * than 2 MiB. Thread-safe.
 */
final class AttemptLog {
  static final int ATTEMPTS = 5;
  static final int MOST = 200;

  private volatile long lastNanos = System.nanoTime();

  // Guarded by this; the one that failed last is at the end.
  private final Map<Long, Deque<AttemptInfo>> byCall = new LastOnes<>();
  private final Map<String, Deque<AttemptInfo>> byHost = new LastOnes<>();

  /** What is known of the keys that were used last. */
  private static final class LastOnes<K> extends LinkedHashMap<K, Deque<AttemptInfo>> {
    private static final long serialVersionUID = 1;

    LastOnes() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, Deque<AttemptInfo>> eldest) {
      return size() > MOST;
    }
  }

  /** An attempt has ended, or something else is known of it now. */
  void add(ObservedCall call, AttemptRecord attempt) {
    AttemptInfo info = new AttemptInfo(call, attempt);
    lastNanos = System.nanoTime();
    synchronized (this) {
      add(byCall.computeIfAbsent(info.getCall(), first -> new ArrayDeque<>(ATTEMPTS)), info);
      add(byHost.computeIfAbsent(info.getHost(), first -> new ArrayDeque<>(ATTEMPTS)), info);
    }
  }

  private static void add(Deque<AttemptInfo> attempts, AttemptInfo info) {
    attempts.removeIf(
        known -> known.getCall() == info.getCall() && known.getAttempt() == info.getAttempt());
    if (attempts.size() == ATTEMPTS) {
      attempts.removeFirst();
    }
    attempts.addLast(info);
  }

  /** Whether something failed within that time. */
  boolean hasGrownWithin(long nanos) {
    return System.nanoTime() - lastNanos < nanos;
  }

  /** Those of all calls, the call that failed last at the end. */
  synchronized List<AttemptInfo> all() {
    List<AttemptInfo> all = new ArrayList<>();
    byCall.values().forEach(all::addAll);
    return all;
  }

  /** Those of a call; empty if nothing is known of it. */
  synchronized List<AttemptInfo> ofCall(long number) {
    Deque<AttemptInfo> known = byCall.get(number);
    return known == null ? new ArrayList<>() : new ArrayList<>(known);
  }

  /** The last ones to a host; empty if nothing is known of it. */
  synchronized List<AttemptInfo> ofHost(String host) {
    Deque<AttemptInfo> known = byHost.get(host);
    return known == null ? new ArrayList<>() : new ArrayList<>(known);
  }
}
