package io.redial.contract.harness;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Processes kept for the next test that wants the same, because a JVM takes a second to start. The
 * least recently used idle one leaves when there are too many. Thread-safe.
 */
final class SubjectPool {
  private static final int MOST = 6;
  private static final Map<Jvm, Entry> ENTRIES = new LinkedHashMap<>(16, 0.75f, true);

  private SubjectPool() {}

  /** Runs a scenario in a process of that description. */
  static CompletableFuture<Map<String, String>> call(
      Jvm jvm, ClientUnderTest client, String scenario, Map<String, String> args) {
    Entry entry = lease(jvm);
    return entry
        .process
        .callAsync(client, scenario, args)
        .whenComplete((reply, fault) -> release(entry));
  }

  private static synchronized Entry lease(Jvm jvm) {
    Entry entry = ENTRIES.computeIfAbsent(jvm, j -> new Entry(SubjectProcess.start(j)));
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
        entry.process.close();
      }
    }
  }

  static synchronized void closeAll() {
    ENTRIES.values().forEach(entry -> entry.process.close());
    ENTRIES.clear();
  }

  private static final class Entry {
    private final SubjectProcess process;
    private int inUse;

    Entry(SubjectProcess process) {
      this.process = process;
    }
  }
}
