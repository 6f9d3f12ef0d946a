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
 * Keeps the last five attempts of each recent call that failed, and the last five to each host
 * (rule 11.3). It keeps the {@value #MAX} calls and the {@value #MAX} hosts that failed or were
 * looked up last: at most 2,000 attempts, which take less than 2 MiB. Thread-safe.
 */
final class AttemptLog {
  static final int ATTEMPTS = 5;
  static final int MAX = 200;

  private long lastCall; // Guarded by this. Calls are numbered when they fail first.

  // Guarded by this. The key that failed or was looked up last is at the end.
  private final Map<Long, Deque<AttemptInfo>> byCall = new LatestAttempts<>();
  private final Map<String, Deque<AttemptInfo>> byHost = new LatestAttempts<>();

  /** The attempts of the keys that were used last. */
  private static final class LatestAttempts<K> extends LinkedHashMap<K, Deque<AttemptInfo>> {
    private static final long serialVersionUID = 1;

    LatestAttempts() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, Deque<AttemptInfo>> eldest) {
      return size() > MAX;
    }
  }

  /** Adds an attempt that has ended, or replaces it if more is known of it now. */
  AttemptInfo add(ObservedCall call, AttemptRecord attempt) {
    AttemptInfo info = new AttemptInfo(call, attempt);
    synchronized (this) {
      lastCall = Math.max(lastCall, info.getCall());
      add(byCall.computeIfAbsent(info.getCall(), first -> new ArrayDeque<>(ATTEMPTS)), info);
      add(byHost.computeIfAbsent(info.getHost(), first -> new ArrayDeque<>(ATTEMPTS)), info);
    }
    return info;
  }

  private static void add(Deque<AttemptInfo> attempts, AttemptInfo info) {
    attempts.removeIf(
        known -> known.getCall() == info.getCall() && known.getAttempt() == info.getAttempt());
    if (attempts.size() == ATTEMPTS) {
      attempts.removeFirst();
    }
    attempts.addLast(info);
  }

  /** The attempts of all calls, those of the call that failed or was looked up last at the end. */
  synchronized List<AttemptInfo> all() {
    List<AttemptInfo> all = new ArrayList<>();
    byCall.values().forEach(all::addAll);
    return all;
  }

  /**
   * The attempts of a call.
   *
   * @throws IllegalArgumentException if the attempts of that call are no longer kept, or there has
   *     been no such call
   */
  synchronized List<AttemptInfo> ofCall(long number) {
    if (number < 1 || number > lastCall) {
      String last = lastCall == 0 ? "none has failed" : "the last that failed is " + lastCall;
      throw new IllegalArgumentException("there is no call " + number + "; " + last);
    }
    Deque<AttemptInfo> known = byCall.get(number);
    if (known == null) {
      throw new IllegalArgumentException(
          ("the attempts of call " + number + " are no longer kept: only those of the last ")
              + (MAX + " calls that failed are"));
    }
    return new ArrayList<>(known);
  }

  /** The last attempts to a host; empty if nothing is known of it. */
  synchronized List<AttemptInfo> ofHost(String host) {
    Deque<AttemptInfo> known = byHost.get(host);
    return known == null ? new ArrayList<>() : new ArrayList<>(known);
  }
}
