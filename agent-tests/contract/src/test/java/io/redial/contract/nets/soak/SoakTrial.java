package io.redial.contract.nets.soak;

import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jvm;
import io.redial.contract.nets.load.Mode;
import io.redial.contract.nets.soak.SoakProgram.Round;
import io.redial.contract.server.Certificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One client, without the agent and with it. */
final class SoakTrial {
  /** A build has minutes for the worst of clients, each of these half of one. */
  private static final int CONFIRMATIONS = Settings.SHORT ? 2 : 4;

  /** A rare thing takes as many calls to be seen without the agent as with it. */
  private static final long CONFIRM_MILLIS = Settings.SHORT ? 1500 : 4000;

  /**
   * How an attempt that takes too long ends for the application (rule 5.3). java.net.http names as
   * the cause what became of the exchange that the timeout ends, and a body whose head came at that
   * moment breaks off with the timeout.
   */
  private static final String PER_TRY_TIMEOUT =
      "(java.util.concurrent.ExecutionException < |java.io.IOException < )?"
          + "(java.net.SocketTimeoutException|java.net.http.HttpTimeoutException)"
          + "( < (java.net.http.HttpTimeoutException|java.(io|net|nio.channels).[A-Za-z]+Exception"
          + "|jdk.internal.net.http.common.ConnectionExpiredException))*";

  /**
   * What an Apache client throws if a cancellation has closed its connection between two steps. At
   * other moments it throws something else, so that a run may not show this one.
   */
  private static final String CLOSED_BY_CANCELLATION =
      "org\\.apache\\..*\\.ConnectionClosedException";

  /** How the log tells of such an attempt: HttpClient 5, and java.net.http. */
  private static final Pattern REFUSED =
      Pattern.compile("/(\\d+): attempt \\d+ ended with .*(Stream reset \\(7\\)|not processed)");

  private final Mode mode;
  private final boolean behindAProxy;
  private final Jvm jvm;
  private final Path folder;
  private final Callable<Site> sites;
  private final String forced;
  private final Anomalies ownAnomalies = new Anomalies();
  private final Set<String> ownExceptions = new TreeSet<>();
  private SoakResult without;
  private SoakResult with;

  /**
   * A trial.
   *
   * @param behindAProxy whether the ledger's server does not see what clients are told
   * @param sites makes the servers of a run
   * @param forced what is done to every attempt, or empty for what is drawn
   */
  SoakTrial(
      Mode mode, boolean behindAProxy, Jdk jdk, Path folder, Callable<Site> sites, String forced) {
    this.mode = mode;
    this.behindAProxy = behindAProxy;
    this.folder = folder;
    this.sites = sites;
    this.forced = forced;
    jvm =
        mode.client()
            .jvm(jdk)
            .arg(Certificate.TRUSTED.trust())
            .arg(Settings.JVM)
            // java.net.http of 17 keeps 13 KiB of each fault by itself.
            .arg("-Xmx2g", "-XX:+UseSerialGC", "-Djdk.httpclient.allowRestrictedHeaders=host")
            // The JDK keeps 20,480 TLS sessions; a broken connection costs it one.
            .arg("-Djavax.net.ssl.sessionCacheSize=64");
  }

  SoakResult with() {
    return with;
  }

  SoakResult without() {
    return without;
  }

  Mode mode() {
    return mode;
  }

  /**
   * Every invariant that is broken; empty is well. Clients have exceptions that come once in ten
   * thousand calls. A short run does not see them all without the agent, so that what it sees with
   * the agent only must come again. So must what is compared by its rate: a short run has a few
   * hundred faults, and a leak comes with every run.
   */
  List<String> run(long millisWith, long millisWithout) throws Exception {
    Path log = folder.resolve("redial.log");
    Path options = folder.resolve("redial.properties");
    write(options, Settings.options(log) + (behindAProxy ? "log-level = debug\n" : ""));
    Jvm attached = jvm.agent("config=" + options);
    compare(attached, millisWith, millisWithout);
    learn(without);
    for (int i = 0; i < CONFIRMATIONS && !suspects().isEmpty(); i++) {
      learn(run(jvm, 0, confirming()));
    }
    List<String> broken = new ArrayList<>();
    Anomalies added = with.anomalies().without(ownAnomalies);
    if (behindAProxy) {
      Set<Long> refused = refused(log);
      added = added.without(Ledger.SENT_AGAIN, refused::contains);
    }
    Set<String> exceptions = newExceptions();
    if (Settings.SHORT && !(exceptions.isEmpty() && added.isEmpty())) {
      SoakResult again = run(attached, 0, confirming());
      added = added.seenAgainIn(again.anomalies());
      exceptions.retainAll(again.exceptions(excused -> false, "chaos", "calm", "cancelled"));
    }
    added.lines(with::story).filter(this::isJudged).forEach(broken::add);
    exceptions.stream().map(this::described).forEach(broken::add);
    Excess excess = new Excess(with, without);
    if (Settings.SHORT && !excess.isEmpty()) {
      excess.retain(
          new Excess(
              run(attached, Settings.SETTLE_SECONDS, List.of(new Round(millisWith, forced))),
              run(jvm, Settings.SETTLE_SECONDS, List.of(new Round(millisWithout, forced)))));
    }
    broken.addAll(excess.lines());
    broken.addAll(kept());
    broken.addAll(faultsInside(log));
    if (!broken.isEmpty()) {
      SoakTable.keep("soak " + mode + ".err", with.err());
    }
    return broken;
  }

  /** Both wait for calls that hang most of the time, so in a short run they run side by side. */
  private void compare(Jvm attached, long millisWith, long millisWithout) throws Exception {
    Callable<SoakResult> own =
        () -> run(jvm, Settings.SETTLE_SECONDS, List.of(new Round(millisWithout, forced)));
    FutureTask<SoakResult> beside = new FutureTask<>(own);
    if (Settings.SHORT) {
      new Thread(beside, "soak without the agent").start();
    }
    with = run(attached, Settings.SETTLE_SECONDS, List.of(new Round(millisWith, forced)));
    beside.run();
    without = beside.get();
  }

  /**
   * Clients that hang by themselves when a connection is lost do so after whatever was done last:
   * their hangs are counted, with the agent and without it, and not told apart.
   */
  private boolean isJudged(String anomaly) {
    return !anomaly.startsWith("hung") || !mode.hangsByItself();
  }

  private SoakResult run(Jvm program, int settleSeconds, List<Round> rounds) throws Exception {
    return SoakProgram.run(program, mode, sites, settleSeconds, rounds);
  }

  private void learn(SoakResult result) {
    ownAnomalies.addAll(result.anomalies());
    ownExceptions.addAll(result.exceptions(excused -> false, "chaos", "calm", "cancelled"));
  }

  private Set<String> newExceptions() {
    Predicate<String> timeout = exception -> exception.matches(PER_TRY_TIMEOUT);
    Set<String> seen = new TreeSet<>(with.exceptions(timeout, "cancelled"));
    seen.removeIf(this::endsAWait); // Which no call without the agent has (rule 5.4).
    seen.removeIf(exception -> exception.matches(CLOSED_BY_CANCELLATION));
    seen.addAll(with.exceptions(timeout, "chaos", "calm"));
    seen.removeAll(ownExceptions);
    return seen;
  }

  private boolean endsAWait(String exception) {
    return exception.matches(mode.client().abortException())
        || exception.matches(mode.client().cancelException());
  }

  private String described(String exception) {
    return "only with the agent: "
        + exception
        + " after "
        + with.causes(exception).sorted().toList()
        + with.sample(exception);
  }

  /** The faults after which something was seen that was not seen without the agent. */
  private List<String> suspects() {
    return Stream.concat(
            with.anomalies().without(ownAnomalies).causes(this::isJudged),
            newExceptions().stream().flatMap(with::causes))
        .distinct()
        .toList();
  }

  private List<Round> confirming() {
    List<Round> rounds = new ArrayList<>();
    if (forced.isEmpty()) {
      suspects().forEach(fault -> rounds.add(new Round(CONFIRM_MILLIS, forced(fault))));
      if (suspects().contains(SoakResult.NOTHING)) {
        Http1Lies.leavingSomethingBehind()
            .forEach(fault -> rounds.add(new Round(CONFIRM_MILLIS, fault)));
      }
    }
    rounds.add(new Round(3 * CONFIRM_MILLIS, forced));
    return rounds;
  }

  private static String forced(String fault) {
    return Faults.HTTP_1.has(fault) || Faults.HTTP_2.has(fault) ? fault : "";
  }

  private List<String> kept() {
    long waits = with.after("waiting");
    long bytes = with.after("replay");
    return waits == 0 && bytes == 0
        ? List.of()
        : List.of("still kept: " + waits + " waits, " + bytes + " B");
  }

  /**
   * The calls that the proxy refused by {@code REFUSED_STREAM}, which says that they were not
   * processed (RFC 9113 §8.7). HAProxy says so, too, of what it has sent on, when it is told to
   * end.
   */
  private static Set<Long> refused(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .map(REFUSED::matcher)
          .filter(Matcher::find)
          .map(line -> Long.valueOf(line.group(1)))
          .collect(Collectors.toSet());
    }
  }

  /** What the agent says of itself. */
  private static List<String> faultsInside(Path log) {
    try (Stream<String> lines = Files.lines(log)) {
      return lines.filter(line -> line.contains("fault in")).limit(5).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
