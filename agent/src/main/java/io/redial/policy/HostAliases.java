package io.redial.policy;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The hosts of one scheme by their names as the program writes them, so that a call finds its host
 * without building a string. Reading is lock-free; {@link HostStates} writes while it holds its
 * lock. A full map is cleared: each host in use is added again by its next call.
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

  /**
   * Adds the host of a name, unless {@value #MAX_PORTS} ports of that name are known already:
   * further ones are found by the full name of the host.
   */
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
