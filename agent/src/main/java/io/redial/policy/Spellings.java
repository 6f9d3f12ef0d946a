package io.redial.policy;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The hosts of one scheme by the ways in which the program writes them, so that a call finds its
 * host without putting strings together. Reading is lock-free; {@link HostStates} writes under its
 * lock. A full map is emptied: whatever is in use comes back with its next call.
 */
final class Spellings {
  private static final int MAX_PORTS = 16;

  /** A host's name, its brackets, and a port: what is longer is found by name. */
  private static final int LONGEST = HostName.LONGEST + 10;

  private final int max;
  private final ConcurrentHashMap<String, HostState> byAuthority = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, HostState[]> byHost = new ConcurrentHashMap<>();

  Spellings(int max) {
    this.max = max;
  }

  HostState find(String authority) {
    return authority == null ? null : byAuthority.get(authority);
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

  /** Learns a spelling, but none with user information: no password is kept. */
  void learn(String authority, HostState state) {
    if (authority != null && authority.length() <= LONGEST && authority.indexOf('@') < 0) {
      makeRoom(byAuthority);
      byAuthority.put(authority, state);
    }
  }

  /** Learns a host of which few ports are in use; others are found by name. */
  void learnHost(String host, HostState state) {
    if (host == null) {
      return;
    }
    HostState[] known = byHost.get(host);
    if (known == null) {
      makeRoom(byHost);
      byHost.put(host, new HostState[] {state});
    } else if (known.length < MAX_PORTS && !Arrays.asList(known).contains(state)) {
      HostState[] more = Arrays.copyOf(known, known.length + 1);
      more[known.length] = state;
      byHost.put(host, more);
    }
  }

  void clear() {
    byAuthority.clear();
    byHost.clear();
  }

  int size() {
    return byAuthority.size() + byHost.size();
  }

  private void makeRoom(ConcurrentHashMap<String, ?> spellings) {
    if (spellings.size() >= max) {
      spellings.clear();
    }
  }
}
