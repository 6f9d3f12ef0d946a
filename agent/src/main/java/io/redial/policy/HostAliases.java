package io.redial.policy;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The hosts of one scheme by the ways in which the program writes them, so that a call finds its
 * host without putting strings together. Reading is lock-free; {@link HostStates} writes under its
 * lock. A full map is emptied: whatever is in use comes back with its next call.
 */
final class HostAliases {
  private static final int MAX_PORTS = 16;

  private final int max;
  private final ConcurrentHashMap<String, HostState[]> byHost = new ConcurrentHashMap<>();

  HostAliases(int max) {
    this.max = max;
  }

  HostState find(String host, int port) {
    HostState[] states = host == null ? null : byHost.get(host);
    if (states != null) {
      for (HostState state : states) {
        if (state.port() == port) {
          return state;
        }
      }
    }
    return null;
  }

  /** Learns a host of which few ports are in use; others are found by name. */
  void learn(String host, HostState state) {
    if (host == null) {
      return;
    }
    HostState[] known = byHost.get(host);
    if (known == null) {
      makeRoom();
      byHost.put(host, new HostState[] {state});
    } else if (known.length < MAX_PORTS && !Arrays.asList(known).contains(state)) {
      HostState[] more = Arrays.copyOf(known, known.length + 1);
      more[known.length] = state;
      byHost.put(host, more);
    }
  }

  void clear() {
    byHost.clear();
  }

  int size() {
    return byHost.size();
  }

  private void makeRoom() {
    if (byHost.size() >= max) {
      byHost.clear();
    }
  }
}
