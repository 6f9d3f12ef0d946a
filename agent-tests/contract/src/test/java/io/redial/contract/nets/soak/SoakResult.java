package io.redial.contract.nets.soak;

import io.redial.contract.nets.load.Mode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What came of one run, as the program and the server saw it. */
final class SoakResult {
  private static final String GOOD = "good";
  static final String NOTHING = "nothing";

  private final Map<String, Long> before = new HashMap<>();
  private final Map<String, Long> after = new HashMap<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private final Ledger ledger;
  private final String err;
  private final Mode mode;

  /**
   * Something that came of calls.
   *
   * @param kind quiet, calm, chaos or cancelled
   * @param what good, damaged, hung, a status, or the classes of an exception
   * @param count of how many
   * @param examples the numbers of some
   * @param sample what one exception said, and where it came from; empty for anything else
   */
  record Outcome(String kind, String what, long count, List<Long> examples, String sample) {
    boolean isException() {
      return what.contains(".");
    }
  }

  SoakResult(String out, String err, Site server, Mode mode) {
    out.lines().map(line -> line.split("\t", -1)).forEach(this::take);
    before.put("connections", (long) server.connections("before"));
    after.put("connections", (long) server.connections("after"));
    ledger = server.ledger();
    this.err = err;
    this.mode = mode;
  }

  private void take(String... line) {
    switch (line[0]) {
      case "before" -> facts(line[1], before);
      case "after" -> facts(line[1], after);
      case "outcome" -> {
        List<Long> ids = Stream.of(line[4].split(",", -1)).map(Long::valueOf).toList();
        outcomes.add(new Outcome(line[1], line[2], Long.parseLong(line[3]), ids, line[5]));
      }
      default -> throw new IllegalStateException(String.join(" ", line));
    }
  }

  private static void facts(String text, Map<String, Long> to) {
    for (String fact : text.split(" ", -1)) {
      String[] pair = fact.split("=", 2);
      to.put(pair[0], Long.parseLong(pair[1]));
    }
  }

  long before(String fact) {
    return before.getOrDefault(fact, 0L);
  }

  long after(String fact) {
    return after.getOrDefault(fact, 0L);
  }

  long growth(String fact) {
    return after(fact) - before(fact);
  }

  /** How many attempts something was done to. */
  double faults() {
    return Math.max(1, ledger.faultsPlayed());
  }

  Ledger ledger() {
    return ledger;
  }

  /** What the program printed to standard error. */
  String err() {
    return err;
  }

  long count(String kind, String what) {
    return outcomes.stream()
        .filter(one -> one.kind().equals(kind) && one.what().equals(what))
        .mapToLong(Outcome::count)
        .sum();
  }

  /** What may be the client's own fault, with what was done to the call's last attempt. */
  Anomalies anomalies() {
    Anomalies all = new Anomalies();
    all.addAll(ledger.anomalies());
    for (Outcome outcome : outcomes) {
      for (long id : outcome.examples()) {
        note(all, outcome, id);
      }
    }
    return all;
  }

  private void note(Anomalies all, Outcome outcome, long id) {
    if (outcome.what().equals("hung")) {
      all.add("hung", isAnswered(id) ? NOTHING : cause(id), id);
    } else if (outcome.what().equals("damaged")) {
      all.add("damaged", damage(id), id);
    } else if (outcome.kind().equals("quiet") && !outcome.what().equals(GOOD)) {
      all.add("beside: " + outcome.what(), Faults.NONE.name(), id);
    } else if (outcome.kind().equals("calm")
        && !outcome.what().equals(GOOD)
        && !isExcused(id)
        && !isCollateral(id)) {
      all.add(Anomalies.AMONG + outcome.what(), Faults.NONE.name(), id);
    }
  }

  /** Whether the last attempt that came was answered, so that it is the next one that hangs. */
  private boolean isAnswered(long id) {
    List<Arrival> arrivals = ledger.of(id);
    return !arrivals.isEmpty() && arrivals.get(arrivals.size() - 1).isRefusal();
  }

  /** Whether the server broke the connection of a call that nothing was done to. */
  private boolean isExcused(long id) {
    List<Arrival> arrivals = ledger.of(id);
    return arrivals.isEmpty() || arrivals.get(arrivals.size() - 1).isConnectionBroken();
  }

  /**
   * Whether nothing was done to a call, and its client ended the connection: clients do that for
   * the sake of another call.
   */
  private boolean isCollateral(long id) {
    List<Arrival> arrivals = ledger.of(id);
    return mode.endsConnectionsOfOthers()
        && !arrivals.isEmpty()
        && arrivals.get(arrivals.size() - 1).isConnectionLeft()
        && cause(id).equals(Faults.NONE.name());
  }

  private boolean isCollateral(Outcome outcome) {
    return outcome.isException() && outcome.examples().stream().allMatch(this::isCollateral);
  }

  /**
   * How many calls failed though nothing was done to them, as their client ended the connection.
   */
  long collateral() {
    return outcomes.stream().filter(this::isCollateral).mapToLong(Outcome::count).sum();
  }

  /** What was done to each attempt of a call, and when it came, for whoever looks into it. */
  String story(long id) {
    List<Arrival> arrivals = ledger.of(id);
    StringBuilder text = new StringBuilder("call " + id + ":");
    for (Arrival arrival : arrivals) {
      text.append(" +")
          .append(TimeUnit.NANOSECONDS.toMillis(arrival.at() - arrivals.get(0).at()))
          .append(" ms ")
          .append(arrival);
    }
    return text.toString();
  }

  /** What was done to the last attempt of a call. */
  String cause(long id) {
    List<Arrival> arrivals = ledger.of(id);
    if (arrivals.isEmpty()) {
      // A connection of HTTP/2 that others broke takes along what waits to be sent.
      return mode.isHttp2() ? Arrival.BROKEN_CONNECTION : NOTHING;
    }
    return arrivals.get(arrivals.size() - 1).cause();
  }

  /**
   * What its last answer was, or, if that was good, what was done to its connection. Asynchronous
   * clients ask again by themselves when a body breaks off, and add the next one to what the
   * application has of the first.
   */
  private String damage(long id) {
    List<Arrival> arrivals = ledger.of(id);
    int earlier = Math.max(0, arrivals.size() - 1);
    String fault = arrivals.isEmpty() ? "" : arrivals.get(earlier).fault();
    if (!Http1Lies.damages(fault)
        && arrivals.subList(0, earlier).stream().anyMatch(Arrival::isSuccessful)) {
      return "an answer that broke off";
    }
    return fault.matches("|good|none") ? cause(id) : fault;
  }

  /** How many calls did not end. */
  long hung() {
    return outcomes.stream()
        .filter(one -> one.what().equals("hung"))
        .mapToLong(Outcome::count)
        .sum();
  }

  /** How many calls were cancelled, or meant to be. */
  long cancelled() {
    return outcomes.stream()
        .filter(one -> one.kind().equals("cancelled"))
        .mapToLong(Outcome::count)
        .sum();
  }

  /**
   * The exceptions that calls ended with, as an application catches them.
   *
   * @param excused the exceptions with all their causes that do not count
   */
  Set<String> exceptions(Predicate<String> excused, String... kinds) {
    Set<String> seen = new TreeSet<>();
    outcomes.stream()
        .filter(one -> one.isException() && List.of(kinds).contains(one.kind()))
        .filter(one -> !excused.test(one.what()) && !isCollateral(one))
        .forEach(one -> seen.add(caught(one.what())));
    return seen;
  }

  /**
   * The class of what was thrown, and of its cause if a future threw it. What lies deeper depends
   * on the moment in which a connection broke, and has more forms than a run can show.
   */
  private static String caught(String classes) {
    String[] links = classes.split(" < ", -1);
    return links[0].endsWith(".ExecutionException") && links.length > 1
        ? links[0] + " < " + links[1]
        : links[0];
  }

  /** What such an exception said, and where it came from. */
  String sample(String exception) {
    return outcomes.stream()
        .filter(one -> one.isException() && caught(one.what()).equals(exception))
        .map(Outcome::sample)
        .findFirst()
        .orElse("");
  }

  /** The faults before such an exception. */
  Stream<String> causes(String exception) {
    return outcomes.stream()
        .filter(one -> one.isException() && caught(one.what()).equals(exception))
        .flatMap(one -> one.examples().stream())
        .map(this::cause)
        .distinct();
  }
}
