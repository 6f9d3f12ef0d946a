package io.redial.contract.harness;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Processes kept for the next test that wants the same, because a JVM takes a second to start. The
 * least recently used idle one leaves when there are too many. Thread-safe.
 */
final class SubjectPool {
  private static final int MOST = Integer.getInteger("contract.subjects", 32);
  private static final Map<Jvm, Entry> ENTRIES = new LinkedHashMap<>(16, 0.75f, true);

  private SubjectPool() {}

  /** Runs a scenario in a process of that description. */
  static CompletableFuture<Map<String, String>> call(
      Jvm jvm, ClientUnderTest client, String scenario, Map<String, String> args) {
    Entry entry = lease(jvm);
    try {
      return entry
          .process(client)
          .callAsync(client, scenario, args)
          .whenComplete((reply, fault) -> release(entry));
    } catch (RuntimeException | Error notStarted) {
      release(entry);
      throw notStarted;
    }
  }

  private static synchronized Entry lease(Jvm jvm) {
    Entry entry = ENTRIES.computeIfAbsent(jvm, Entry::new);
    entry.inUse++;
    shrink();
    return entry;
  }

  private static synchronized void release(Entry entry) {
    entry.inUse--;
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
  }

  private static final class Entry {
    private final Jvm jvm;
    private SubjectProcess process;
    private int inUse;

    Entry(Jvm jvm) {
      this.jvm = jvm;
    }

    /** Started by the first who wants it, while other tests get theirs. */
    synchronized SubjectProcess process(ClientUnderTest client) {
      if (process == null) {
        process = SubjectProcess.startWarm(jvm, client);
      }
      return process;
    }

    synchronized void close() {
      if (process != null) {
        process.close();
      }
    }
  }
}
