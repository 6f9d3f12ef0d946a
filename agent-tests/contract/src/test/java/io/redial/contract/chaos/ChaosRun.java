package io.redial.contract.chaos;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.SubjectProcess;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.subjects.Order;
import io.redial.subjects.chaos.ChaosScenario;
import io.redial.subjects.chaos.Fault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The calls of one client, each with a fault in its midst. */
final class ChaosRun implements AutoCloseable {
  private static final String SCENARIO = ChaosScenario.class.getName();
  private static final long PATIENCE_SECONDS = 30;

  /** After a fault that the client has to deal with, which may end its I/O reactor. */
  private static final long PATIENCE_AT_EDGES_SECONDS = 6;

  private static final int REPETITIONS = 4;

  /** More often than any client sends by itself. */
  private static final int SENT_AGAIN = 6;

  /** How often a timed call is made again that was sent too often, before that counts. */
  private static final int MORE_TIMED = 2;

  /** How often a timed call without a fault is made again before that counts. */
  private static final int MORE_UNDISTURBED = 10;

  private final ClientUnderTest client;
  private final Setting setting;
  private final Jvm bare;
  private final FaultServer server = new FaultServer();
  private final Map<Kind, List<Set<Outcome>>> ends = new HashMap<>();
  private final Map<Kind, Set<String>> unequal = new HashMap<>();
  private final Map<Kind, Integer> most = new HashMap<>();
  private final Map<Kind, Map<String, Integer>> methods = new HashMap<>();
  private final Map<String, String> outsiders = new TreeMap<>();
  private final List<String> differences = new ArrayList<>();
  private final List<String> atEdges = new ArrayList<>();
  private SubjectProcess subject;
  private String path;
  private int calls;
  private int faults;
  private int outcomes;

  ChaosRun(ClientUnderTest client, Setting setting) {
    this.client = client;
    this.setting = setting;
    this.bare = client.jvm(Jdks.running());
  }

  /**
   * Makes them; a sample leaves out the methods that the client or the application enters.
   *
   * @param prefix of the names of the methods
   */
  void run(Selection selection, String prefix, long seed, int most) {
    seeWithoutTheAgent();
    start();
    seeWithTheAgent();
    methods.values().forEach(ofKind -> ofKind.keySet().removeIf(name -> !name.startsWith(prefix)));
    List<Break> breaks = breaks();
    if (selection == Selection.SAMPLE) {
      breaks.removeIf(broken -> outsiders.containsKey(broken.method()));
    }
    List<Break> chosen = new ArrayList<>(selection.of(breaks, seed, most));
    // Last, because a client may not get over them: its I/O reactor shuts down, say.
    chosen.sort(Comparator.comparing(broken -> outsiders.containsKey(broken.method())));
    chosen.forEach(this::check);
  }

  private void start() {
    subject = SubjectProcess.start(bare.arg(ChaosJar.argument()).agent(setting.options));
    for (Kind kind : setting.kinds) {
      call(kind, kind.steps(), Map.of());
    }
  }

  /** What each step comes to by itself; kinds that send the same share it. */
  private void seeWithoutTheAgent() {
    subject = SubjectProcess.start(bare);
    Map<List<Object>, Set<Outcome>> known = new HashMap<>();
    for (Kind kind : setting.kinds) {
      List<Set<Outcome>> outcomesOfSteps = new ArrayList<>();
      for (Step step : kind.steps()) {
        List<Object> sent = List.of(kind.method(), kind.body(), String.valueOf(kind.query()), step);
        outcomesOfSteps.add(known.computeIfAbsent(sent, same -> seeWithoutTheAgent(kind, step)));
      }
      ends.put(kind, outcomesOfSteps);
    }
    subject.close();
  }

  /** The client may take the step twice. */
  private Set<Outcome> seeWithoutTheAgent(Kind kind, Step step) {
    Set<Outcome> seen = new HashSet<>();
    for (int i = 0; i < REPETITIONS; i++) {
      seen.add(Outcome.of(call(kind, Collections.nCopies(SENT_AGAIN, step), Map.of())));
    }
    return seen;
  }

  private void seeWithTheAgent() {
    for (Kind kind : setting.kinds) {
      Map<String, Integer> entries = new TreeMap<>();
      Set<String> other = new TreeSet<>();
      for (int i = 0; i < REPETITIONS; i++) {
        Map<String, String> reply = callUndisturbed(kind);
        Outcome outcome = Outcome.of(reply);
        List<Attempt> attempts = attempts();
        most.merge(kind, attempts.size(), Math::max);
        reply.forEach((key, value) -> note(key, value, entries));
        if (kind.expected() != null) {
          checkUnbroken(kind, reply, attempts);
          continue;
        }
        Outcome expected = ends.get(kind).get(attempts.size() - 1).iterator().next();
        for (String key : keys(outcome, expected)) {
          if (!key.endsWith(".class")
              && !String.valueOf(outcome.facts().get(key)).equals(expected.facts().get(key))) {
            other.add(key);
          }
        }
      }
      unequal.put(kind, other);
      methods.put(kind, entries);
    }
  }

  /** On a busy machine, an attempt of a timed call may end before it is sent, or be made again. */
  private Map<String, String> callUndisturbed(Kind kind) {
    Map<String, String> reply = call(kind, kind.steps(), Map.of());
    for (int i = 0; i < MORE_UNDISTURBED && !isUndisturbed(kind); i++) {
      reply = call(kind, kind.steps(), Map.of());
    }
    if (!isUndisturbed(kind)) {
      throw new AssertionError(
          kind
              + " without a fault, again and again: sent "
              + attempts().size()
              + " times "
              + reply);
    }
    return reply;
  }

  private boolean isUndisturbed(Kind kind) {
    int sent = attempts().size();
    return setting != Setting.TIMED || (sent > 0 && sent <= ends.get(kind).size());
  }

  /** A run that does not show what it is about proves nothing. */
  private void checkUnbroken(Kind kind, Map<String, String> reply, List<Attempt> attempts) {
    String difference =
        attempts.size() == kind.steps().size()
            ? streamDifference(kind, reply, attempts)
            : "sent " + attempts.size() + " times";
    if (difference != null) {
      throw new AssertionError(kind + " without a fault: " + difference + " " + reply);
    }
  }

  private static Set<String> keys(Outcome one, Outcome other) {
    Set<String> keys = new TreeSet<>(one.facts().keySet());
    keys.addAll(other.facts().keySet());
    return keys;
  }

  private void note(String key, String value, Map<String, Integer> entries) {
    if (key.startsWith("entries.")) {
      entries.merge(key.substring("entries.".length()), Integer.valueOf(value), Math::min);
    } else if (key.startsWith("outsider.")) {
      outsiders.put(key.substring("outsider.".length()), value);
    }
  }

  private List<Break> breaks() {
    List<Break> breaks = new ArrayList<>();
    for (Kind kind : setting.kinds) {
      methods
          .get(kind)
          .forEach(
              (method, entries) -> {
                for (Fault fault : Fault.values()) {
                  breaks.add(new Break(kind, method, fault, 0));
                  breaks.add(new Break(kind, method, fault, 1));
                  if (entries > 1) {
                    breaks.add(new Break(kind, method, fault, entries));
                  }
                }
              });
    }
    return breaks;
  }

  private void check(Break broken) {
    Kind kind = broken.kind();
    Map<String, String> reply = call(broken);
    // On a busy machine, an attempt of a timed call may take too long, and is made again.
    for (int i = 0; i < MORE_TIMED && reply != null && isMadeAgain(kind); i++) {
      reply = call(broken);
    }
    if (reply == null) {
      differs(broken, "hung");
      subject.close();
      start();
      return;
    }
    faults += Integer.parseInt(reply.getOrDefault("chaos.thrown", "0"));
    String difference = difference(kind, reply, attempts());
    if (difference != null) {
      differs(broken, difference + " " + Outcome.messages(reply));
    }
    checkNext(broken);
  }

  private Map<String, String> call(Break broken) {
    outcomes++;
    Kind kind = broken.kind();
    return call(
        kind,
        kind.steps(),
        Map.of(
            "chaos.method", broken.method(),
            "chaos.fault", broken.fault().name(),
            "chaos.entry", Integer.toString(broken.entry())),
        patience(broken));
  }

  private boolean isMadeAgain(Kind kind) {
    return setting == Setting.TIMED && attempts().size() > most.get(kind);
  }

  private String difference(Kind kind, Map<String, String> reply, List<Attempt> attempts) {
    Outcome outcome = Outcome.of(reply);
    if (attempts.size() > most.get(kind)) {
      return "sent " + attempts.size() + " times: " + outcome;
    }
    for (Attempt attempt : attempts) {
      if (attempt.complete() && !attempt.sha256().equals(attempts.get(0).sha256())) {
        return "another body";
      }
    }
    if (kind.expected() != null) {
      return streamDifference(kind, reply, attempts);
    }
    int last = (int) attempts.stream().filter(Attempt::complete).count() - 1;
    if (last < 0) {
      return Outcome.isBrokenBody(kind, reply) ? null : "nothing was sent: " + outcome;
    }
    Outcome seen = outcome.without(unequal.get(kind));
    for (Outcome end : ends.get(kind).get(last)) {
      if (end.without(unequal.get(kind)).equals(seen)) {
        return null;
      }
    }
    return Outcome.isLost(kind, reply) || Outcome.hasTimedOut(kind, reply)
        ? null
        : "after "
            + (last + 1)
            + " attempts "
            + seen
            + " instead of one of "
            + ends.get(kind).get(last);
  }

  /** A body that breaks off may be whole, or end as it does without Redial. */
  private String streamDifference(Kind kind, Map<String, String> reply, List<Attempt> attempts) {
    if (kind.expected().isWhole(reply)) {
      return null;
    }
    Set<String> failure = Outcome.failures(reply);
    Set<Set<String>> usual = new HashSet<>();
    ends.get(kind).get(0).forEach(end -> usual.add(Outcome.failures(end.facts())));
    return !kind.isHealthy() && kind.expected().isCutOff(reply) && usual.contains(failure)
        ? null
        : "after " + attempts.size() + " attempts " + Outcome.of(reply) + " instead of " + usual;
  }

  /** A timed call may be sent again, as above. */
  private void checkNext(Break broken) {
    int allowed = setting == Setting.TIMED ? 2 : 1;
    List<Step> steps = Collections.nCopies(allowed, Kind.NEXT.steps().get(0));
    Map<String, String> reply =
        call(Kind.NEXT, steps, Map.of("chaos.method", ""), patience(broken));
    if (reply == null) {
      differs(broken, "the next call hung");
      subject.close();
      start();
    } else if (!"200".equals(reply.get("status")) || attempts().size() > allowed) {
      differs(broken, "the next call: " + Outcome.of(reply) + Outcome.messages(reply));
      subject.close();
      start();
    }
  }

  /**
   * At the entry of a method that the client itself or the application calls nothing of Redial is
   * there to catch anything: such a fault is for them to deal with, like one of the application's
   * own handlers and bodies. It is counted apart.
   */
  private void differs(Break broken, String how) {
    (outsiders.containsKey(broken.method()) ? atEdges : differences)
        .add(broken + ": " + how + uncaught());
  }

  /** What the threads of the program died of, with their stacks; empty if none did. */
  private String uncaught() {
    String printed = subject.stderr();
    int first = printed.indexOf("Exception in thread");
    return first < 0 ? "" : "\n" + printed.substring(first);
  }

  /** Those of the last call; what an earlier one left on the wire may come late. */
  private List<Attempt> attempts() {
    return server.attempts().stream().filter(one -> one.path().equals(path)).toList();
  }

  private long patience(Break broken) {
    return outsiders.containsKey(broken.method()) ? PATIENCE_AT_EDGES_SECONDS : PATIENCE_SECONDS;
  }

  private Map<String, String> call(Kind kind, List<Step> steps, Map<String, String> more) {
    return call(kind, steps, more, PATIENCE_SECONDS);
  }

  /** Null if it does not end within so many seconds. */
  private Map<String, String> call(
      Kind kind, List<Step> steps, Map<String, String> more, long patience) {
    path = "/api/v1/" + kind.name() + "/" + ++calls;
    server.playsOnly(path, steps);
    Order order = kind.order(client.adapter(), server.url(path));
    more.forEach(order::set);
    try {
      return subject
          .callAsync(
              more.containsValue("") ? "io.redial.subjects.SendScenario" : SCENARIO, order.args())
          .get(patience, TimeUnit.SECONDS);
    } catch (TimeoutException hung) {
      return null;
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  List<String> differences() {
    return differences;
  }

  /** The summary, and each difference. */
  List<String> lines() {
    List<String> lines = new ArrayList<>(List.of(summary()));
    lines.addAll(differences);
    lines.addAll(atEdges);
    return lines;
  }

  /** What it is about. */
  String label() {
    return client.label() + (setting == Setting.CALLS ? "" : " " + setting);
  }

  String summary() {
    Set<String> all = new TreeSet<>();
    methods.values().forEach(ofKind -> all.addAll(ofKind.keySet()));
    return "Chaos inside, "
        + label()
        + ": "
        + all.size()
        + " methods broken, "
        + faults
        + " faults thrown in "
        + outcomes
        + " calls, "
        + differences.size()
        + " outcomes differed; "
        + atEdges.size()
        + " more where the client or the application entered the method, "
        + atEdges.stream().filter(how -> how.endsWith("hung")).count()
        + " of which hung";
  }

  @Override
  public void close() {
    subject.close();
    server.close();
  }
}
