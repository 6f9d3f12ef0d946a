package io.redial.policy;

import io.redial.policy.backoff.Backoff;
import io.redial.policy.backoff.BackoffSpec;
import io.redial.policy.rate.Clock;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The states of all hosts, at most 10,000. When the limit is reached, the least recently used
 * sixteenth of them is removed (rule 5.6). A call that still has the state of a removed host
 * finishes with it; later calls start a new one. Names of more than 255 characters share one state,
 * so that neither the number of hosts nor the length of their names can fill the heap.
 *
 * <p>Thread-safe. Finding a host by a name that was used before is lock-free and allocates nothing.
 * No argument causes an exception: a missing scheme counts as http, a missing host as empty.
 */
public final class HostStates {
  static final int MAX_HOSTS = 10_000;

  // 2^20 ns, about a millisecond: fine enough to order hosts, coarse enough to be written rarely.
  private static final int TICK_BITS = 20;
  private static final int LEAVING_SHARE = 16;

  private final Clock clock;
  private final int max;
  private final ConcurrentHashMap<String, HostState> byName = new ConcurrentHashMap<>();
  private final HostAliases http;
  private final HostAliases https;
  private final SpecCache<BackoffSpec, Backoff<String>> backoffs;
  private final SpecCache<BackoffSpec, Backoff<String>> forecastBackoffs;
  private final HostState longNames;
  private long callsOfThoseThatLeft; // Guarded by this.

  public HostStates(Clock clock) {
    this(clock, MAX_HOSTS);
  }

  HostStates(Clock clock, int max) {
    this.clock = clock;
    this.max = max;
    this.http = new HostAliases(2 * max);
    this.https = new HostAliases(2 * max);
    this.backoffs = new SpecCache<>(spec -> spec.createHostScoped(clock));
    this.forecastBackoffs = new SpecCache<>(spec -> spec.createHostScoped(clock));
    this.longNames = newState(HostName.TOO_LONG);
  }

  private HostState newState(HostName name) {
    return new HostState(name, clock, backoffs, forecastBackoffs);
  }

  /**
   * Returns the state of a host, which is used at that moment.
   *
   * @param port a negative one stands for the default port of the scheme
   * @param nanos a reading of the clock
   */
  public HostState get(String scheme, String host, int port, long nanos) {
    if (HostName.isTooLong(scheme, host)) {
      return longNames;
    }
    HostAliases aliases = aliases(scheme);
    HostState state = aliases == null ? null : aliases.find(host, HostName.port(scheme, port));
    if (state == null) {
      state = learn(host, new HostName(scheme, host, port), aliases, nanos);
    }
    state.usedAt(nanos >> TICK_BITS);
    return state;
  }

  private synchronized HostState learn(
      String host, HostName name, HostAliases aliases, long nanos) {
    HostState state = findOrAdd(name, nanos);
    if (aliases != null) {
      aliases.learn(host, state);
    }
    return state;
  }

  private HostState findOrAdd(HostName name, long nanos) {
    HostState state = byName.get(name.text);
    if (state == null) {
      if (byName.size() >= max) {
        dropLeastRecentlyUsed();
      }
      state = newState(name);
      state.usedAt(nanos >> TICK_BITS);
      byName.put(name.text, state);
    }
    return state;
  }

  private void dropLeastRecentlyUsed() {
    List<Map.Entry<Long, HostState>> hosts = new ArrayList<>(byName.size());
    for (HostState state : byName.values()) {
      // With its last use at one moment, so that sorting is consistent while calls continue.
      hosts.add(new SimpleImmutableEntry<>(state.lastUsed(), state));
    }
    hosts.sort(Map.Entry.comparingByKey());
    for (Map.Entry<Long, HostState> oldest : hosts.subList(0, Math.max(1, max / LEAVING_SHARE))) {
      byName.remove(oldest.getValue().name());
      callsOfThoseThatLeft += oldest.getValue().calls();
    }
    // An alias must not lead to a removed host; the aliases in use are added again.
    http.clear();
    https.clear();
  }

  /** Returns the host of that {@linkplain HostState#name name}, or null. */
  public HostState find(String name) {
    return byName.get(name);
  }

  /** Returns a live view of all hosts but those with long names. */
  public Collection<HostState> all() {
    return Collections.unmodifiableCollection(byName.values());
  }

  /** Returns how many calls were counted, including those of hosts that were removed. */
  public synchronized long calls() {
    long sum = callsOfThoseThatLeft + longNames.calls();
    for (HostState host : byName.values()) {
      sum += host.calls();
    }
    return sum;
  }

  int aliases() {
    return http.size() + https.size();
  }

  private HostAliases aliases(String scheme) {
    if (scheme == null || "http".equalsIgnoreCase(scheme)) {
      return http;
    }
    return "https".equalsIgnoreCase(scheme) ? https : null;
  }
}
