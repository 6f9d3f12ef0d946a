package io.redial.contract.harness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Processes kept for the next test that wants the same, because a JVM takes a second to start.
 * Options that a route can set are no difference: see {@link OptionRoutes}. The least recently used
 * idle one leaves when there are too many. Thread-safe.
 */
final class SubjectPool {
  private static final int MOST = Integer.getInteger("contract.subjects", 32);
  private static final Map<Key, Entry> ENTRIES = new LinkedHashMap<>(16, 0.75f, true);

  /** Those that get no further test, because they have seen too many servers. */
  private static final List<Entry> RETIRED = new ArrayList<>();

  private record Key(Jvm jvm, boolean routed) {}

  private SubjectPool() {}

  /** Runs a scenario in a process of that description. */
  static CompletableFuture<Map<String, String>> call(
      Jvm jvm, ClientUnderTest client, String scenario, Map<String, String> args) {
    Entry entry = lease(jvm, false);
    return entry.call(client, scenario, args).whenComplete((reply, fault) -> release(entry));
  }

  /**
   * Reserves a process, to be given back by {@link #release}.
   *
   * @param routed whether its options come by routes
   */
  static synchronized Entry lease(Jvm jvm, boolean routed) {
    Key key = new Key(jvm, routed);
    Entry entry = ENTRIES.get(key);
    if (entry != null && entry.isWorn()) {
      ENTRIES.remove(key);
      RETIRED.add(entry);
      entry = null;
    }
    if (entry == null) {
      entry = new Entry(key);
      ENTRIES.put(key, entry);
    }
    entry.inUse++;
    shrink();
    return entry;
  }

  static synchronized void release(Entry entry) {
    entry.inUse--;
    if (entry.inUse == 0 && RETIRED.remove(entry)) {
      entry.close();
    }
  }

  private static void shrink() {
    var oldest = ENTRIES.values().iterator();
    while (ENTRIES.size() > MOST && oldest.hasNext()) {
      Entry entry = oldest.next();
      if (entry.inUse == 0) {
        oldest.remove();
        entry.close();
      }
    }
  }

  static synchronized void closeAll() {
    ENTRIES.values().forEach(Entry::close);
    ENTRIES.clear();
    RETIRED.forEach(Entry::close);
    RETIRED.clear();
  }

  /** A process, started by the first who wants it. */
  static final class Entry {
    private final Jvm jvm;
    private final OptionRoutes routes;
    private SubjectProcess process;
    private int inUse; // Guarded by the pool.

    private Entry(Key key) {
      this.routes = key.routed() ? new OptionRoutes() : null;
      this.jvm = routes == null ? key.jvm() : key.jvm().agent(routes.argument());
    }

    /** Starts it while other tests get theirs. */
    synchronized SubjectProcess process(ClientUnderTest client) {
      if (process == null) {
        process = SubjectProcess.startWarm(jvm, client);
      }
      return process;
    }

    /** Runs a scenario. */
    CompletableFuture<Map<String, String>> call(
        ClientUnderTest client, String scenario, Map<String, String> args) {
      try {
        return process(client).callAsync(client, scenario, args);
      } catch (RuntimeException | Error notStarted) {
        return CompletableFuture.failedFuture(notStarted);
      }
    }

    /** Runs a scenario whose calls to those servers have those options. */
    CompletableFuture<Map<String, String>> call(
        Set<String> servers,
        String options,
        Object owner,
        ClientUnderTest client,
        String scenario,
        Map<String, String> args) {
      routes.set(servers, options, process(client), owner);
      return call(client, scenario, args);
    }

    /** Takes the options for those servers away. */
    void forget(Set<String> servers, Object owner) {
      if (routes != null) {
        routes.remove(servers, owner);
      }
    }

    /** Faults inside the agent that nobody has heard of yet. */
    synchronized List<String> takeFaults() {
      return process == null ? List.of() : process.takeFaults();
    }

    private boolean isWorn() {
      return routes != null && routes.isFull();
    }

    private synchronized void close() {
      if (process != null) {
        process.close();
      }
    }
  }
}
