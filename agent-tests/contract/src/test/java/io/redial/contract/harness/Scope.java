package io.redial.contract.harness;

import io.redial.contract.server.Origin;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The processes of one test: those that it has alone, and its part of those that it shares. */
final class Scope implements AutoCloseable {
  private record Wanted(Jvm jvm, String options) {}

  private static final ThreadLocal<Set<String>> OPTIONS =
      ThreadLocal.withInitial(LinkedHashSet::new);

  private final List<SubjectProcess> own = new ArrayList<>();
  private final Map<Wanted, SubjectPool.Entry> shared = new LinkedHashMap<>();
  private final Set<Wanted> routed = new HashSet<>();
  private final Set<String> servers = new HashSet<>();

  Subject subject(ClientUnderTest client, Jdk jdk) {
    OPTIONS.get().clear();
    return new Subject(this, client, jdk, Subject.DEFAULTS, client.jvm(jdk), null);
  }

  SubjectProcess start(Jvm jvm, ClientUnderTest client) {
    SubjectProcess process = SubjectProcess.startWarm(jvm, client);
    synchronized (own) {
      own.add(process);
    }
    return process;
  }

  /**
   * Runs a scenario in a process that other tests use, too. Where it can, that is one that tests
   * with any options share. What the first scenario of these options allows holds to the end of the
   * test, because later ones may ask for its calls.
   */
  CompletableFuture<Map<String, String>> call(
      Jvm jvm, String options, ClientUnderTest client, String scenario, Map<String, String> args) {
    Set<String> called = OptionRoutes.servers(args);
    Wanted wanted = new Wanted(jvm, options);
    SubjectPool.Entry entry;
    boolean byRoute;
    synchronized (this) {
      servers.addAll(called);
      entry = shared.get(wanted);
      if (entry == null) {
        boolean defaults = options.equals(Subject.DEFAULTS);
        boolean own = !called.isEmpty() && called.stream().noneMatch(Origin::isShared);
        byRoute = !jvm.hasAgents() && (defaults || (own && OptionRoutes.canSet(options)));
        Jvm shares = client.shared(jvm);
        entry = SubjectPool.lease(byRoute ? shares : shares.agent(options), byRoute);
        shared.put(wanted, entry);
        if (byRoute) {
          routed.add(wanted);
        }
      }
      byRoute = routed.contains(wanted);
    }
    return byRoute && !called.isEmpty()
        ? entry.call(called, options, this, client, scenario, args)
        : entry.call(client, scenario, args);
  }

  /** Called when a test says with which options it runs its subject. */
  static void uses(String options) {
    OPTIONS.get().add(options);
  }

  /** With which options the last test of this thread ran its subjects, as part of a sentence. */
  static String optionsOfThisThread() {
    return OPTIONS.get().isEmpty() ? "" : ", " + String.join(" and ", OPTIONS.get());
  }

  /** The servers that this test has called so far, as host and port. */
  synchronized Set<String> servers() {
    return Set.copyOf(servers);
  }

  /** Ends what the test had alone. A fault inside the agent fails the test that comes upon it. */
  @Override
  public synchronized void close() {
    synchronized (own) {
      own.forEach(SubjectProcess::close);
    }
    List<String> faults = new ArrayList<>();
    for (SubjectPool.Entry entry : shared.values()) {
      entry.forget(servers, this);
      faults.addAll(entry.takeFaults());
      SubjectPool.release(entry);
    }
    shared.clear();
    if (!faults.isEmpty()) {
      throw new AssertionError("this test, or one beside it, met " + String.join("\n", faults));
    }
  }
}
