package io.redial.control;

import static io.redial.control.log.RedialLogger.LOG;

import io.redial.call.RetryEngine;
import io.redial.call.Wait;
import io.redial.config.Configuration;
import io.redial.config.LiveConfiguration;
import io.redial.config.Option;
import io.redial.config.Reload;
import io.redial.config.Route;
import io.redial.config.RunTimeValue;
import io.redial.control.log.LogSink;
import io.redial.policy.Digits;
import io.redial.policy.HostState;
import io.redial.policy.RetryPolicy;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Carries out what {@link RedialMXBean} offers, and logs what it did and who wanted it (rule 11.5).
 */
final class Operator implements RedialMXBean {
  /** The most waiting calls that are listed; all are counted. */
  static final int MAX_LISTED = 1_000;

  private static final String ALL = "*";

  /** The most hosts or calls that a message names. */
  private static final int MAX_NAMED = 10;

  private final RetryEngine engine;
  private final RetryLog log;
  private final Reloading reloading;
  private final String who;
  private final String by;

  Operator(RetryEngine engine, RetryLog log, Reloading reloading) {
    this(engine, log, reloading, RunTimeValue.JMX);
  }

  private Operator(RetryEngine engine, RetryLog log, Reloading reloading, String who) {
    this.engine = engine;
    this.log = log;
    this.reloading = reloading;
    this.who = who;
    this.by = " by an operator (" + who + ")";
  }

  /** The same for somebody who does not use JMX. */
  Operator as(String other) {
    return new Operator(engine, log, reloading, other);
  }

  // What operators can read.

  @Override
  public String getVersion() {
    return StartLine.version();
  }

  @Override
  public String getService() {
    String service = configuration().service();
    return service == null ? "" : service;
  }

  @Override
  public boolean isEnabled() {
    return configuration().generalPolicy().enabled();
  }

  @Override
  public String getState() {
    return configuration().state();
  }

  /** The values that operators have set and that hold now. */
  List<RunTimeValue> runTimeValues() {
    return live().runTimeValues();
  }

  @Override
  public long getCalls() {
    return engine.hosts().calls();
  }

  @Override
  public Map<String, Long> getCallsByHost() {
    return byHost(HostState::calls);
  }

  private Map<String, Long> byHost(ToLongFunction<HostState> value) {
    Map<String, Long> values = new TreeMap<>();
    for (String name : hosts()) {
      HostState host = engine.hosts().find(name);
      if (host != null) {
        values.put(name, value.applyAsLong(host));
      }
    }
    return values;
  }

  /** The hosts with calls that did not succeed on the first attempt; their number is bounded. */
  Set<String> hosts() {
    Set<String> hosts = new TreeSet<>(log.hosts());
    hosts.addAll(getWaitingByHost().keySet());
    return hosts;
  }

  @Override
  public Map<String, Long> getRetries() {
    return log.retries.byReason();
  }

  @Override
  public Map<String, Long> getRefusals() {
    return log.refusals.byReason();
  }

  @Override
  public Map<String, Map<String, Long>> getRetriesByHost() {
    return log.retries.byHost();
  }

  @Override
  public Map<String, Map<String, Long>> getRefusalsByHost() {
    return log.refusals.byHost();
  }

  @Override
  public Map<String, Long> getForecasts() {
    return log.forecasts.byReason();
  }

  @Override
  public Map<String, Map<String, Long>> getForecastsByHost() {
    return log.forecasts.byHost();
  }

  @Override
  public long getSaved() {
    return log.saved.total();
  }

  @Override
  public long getFailed() {
    return log.failed.total();
  }

  @Override
  public Map<String, Map<String, Long>> getSavedByHost() {
    return log.saved.byHost();
  }

  @Override
  public Map<String, Map<String, Long>> getFailedByHost() {
    return log.failed.byHost();
  }

  @Override
  public int getWaiting() {
    return engine.room().size();
  }

  @Override
  public Map<String, Integer> getWaitingByHost() {
    Map<String, Integer> counts = new TreeMap<>();
    for (Wait wait : engine.room().waits()) {
      counts.merge(wait.call().hostName(), 1, Integer::sum);
    }
    return counts;
  }

  @Override
  public List<WaitInfo> getWaitingCalls() {
    long now = System.nanoTime();
    return engine.room().waits().stream()
        .map(wait -> new WaitInfo(wait, now))
        .sorted(Comparator.comparingLong(WaitInfo::getLeftMillis))
        .limit(MAX_LISTED)
        .collect(Collectors.toList());
  }

  @Override
  public int getMaxWaiting() {
    return engine.room().mayWait();
  }

  @Override
  public boolean isMaxWaitingShare() {
    return engine.room().shareHolds();
  }

  @Override
  public Map<String, Long> getBudgetLeft() {
    Map<String, Long> left = byHost(HostState::budgetLeft);
    left.values().removeIf(retries -> retries == Long.MAX_VALUE);
    return left;
  }

  @Override
  public long getReplayBufferBytes() {
    return engine.replayMemory().held();
  }

  @Override
  public List<OptionInfo> getOptions() {
    return OptionInfo.all(configuration());
  }

  @Override
  public Map<String, Boolean> getRoutes() {
    Map<String, Boolean> routes = new TreeMap<>();
    for (Route route : configuration().routes()) {
      routes.put(route.name(), route.hasMatched());
    }
    return routes;
  }

  @Override
  public List<String> getFaults() {
    List<String> faults = Reloading.messages(configuration().faults());
    faults.addAll(reloading.faults());
    return faults;
  }

  @Override
  public int getFaultCount() {
    return getFaults().size();
  }

  @Override
  public String getLastReload() {
    return reloading.lastReload();
  }

  @Override
  public List<AttemptInfo> attempts(String which) {
    String chosen = which == null || which.trim().isEmpty() ? ALL : which.trim();
    if (chosen.equals(ALL)) {
      return log.attempts.all();
    }
    long call = Digits.number(chosen);
    if (call >= 0) {
      return log.attempts.ofCall(call);
    }
    List<AttemptInfo> attempts = log.attempts.ofHost(chosen);
    if (attempts.isEmpty()) {
      checkKept(chosen);
    }
    return attempts;
  }

  /**
   * Throws unless all calls to a host have succeeded on the first attempt.
   *
   * @throws IllegalArgumentException if some have or may have failed, or there is no such host
   */
  private void checkKept(String host) {
    boolean failed = log.hosts().contains(host);
    if (!failed) {
      checkSeen(host);
    }
    if (failed || log.hosts().contains(Counters.OTHERS)) {
      throw new IllegalArgumentException(
          ("calls to " + host + (failed ? " have" : " may have"))
              + " failed, but their attempts are no longer kept: only those of the last "
              + (AttemptLog.MAX + " hosts are"));
    }
  }

  /**
   * Throws unless the program has called that host.
   *
   * @throws IllegalArgumentException with the names of hosts that it has called
   */
  private void checkSeen(String host) {
    if (engine.hosts().find(host) == null) {
      throw new IllegalArgumentException(
          "no call to " + host + " was seen" + known(knownHosts(host)));
    }
  }

  /**
   * Returns the known hosts, those that contain the text first, because a scheme or a port is
   * easily forgotten.
   */
  private List<String> knownHosts(String text) {
    return engine.hosts().all().stream()
        .map(HostState::name)
        .sorted(
            Comparator.comparing((String name) -> !name.contains(text))
                .thenComparing(Comparator.naturalOrder()))
        .collect(Collectors.toList());
  }

  private static String known(List<String> names) {
    if (names.isEmpty()) {
      return "; there are none";
    }
    List<String> first = names.subList(0, Math.min(MAX_NAMED, names.size()));
    int more = names.size() - first.size();
    return "; known: " + String.join(", ", first) + (more == 0 ? "" : " and " + more + " more");
  }

  // What operators can do.

  @Override
  public void setEnabled(boolean enabled) {
    boolean before = isEnabled();
    live().set(Option.ENABLED.key(), Boolean.toString(enabled), null, who);
    int ended = engine.optionsChanged();
    if (enabled != before) {
      String effect = enabled ? "Redial is " + getState() : waits(ended);
      LOG.info("switched {}{}: {}", enabled ? "on" : "off", by, effect);
    }
  }

  @Override
  public int retryNow(String which) {
    return end(which, Wait.End.HURRIED, " sent now");
  }

  @Override
  public int cancelWaiting(String which) {
    return end(which, Wait.End.STOPPED, " cancelled");
  }

  /**
   * Ends waits (rule 11.2).
   *
   * @param which {@code scheme://host:port}, the number of a call, or {@code *}
   * @return the number of waits that it ended
   * @throws IllegalArgumentException if there is no such host, or no such call waits
   */
  private int end(String which, Wait.End how, String what) {
    String chosen = which == null ? "" : which.trim();
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException(
          "no host given; allowed: scheme://host:port as in RetriesByHost, the number of a call,"
              + " or * for all");
    }
    boolean all = chosen.equals(ALL);
    long call = Digits.number(chosen);
    int ended = 0;
    for (Wait wait : engine.room().waits()) {
      boolean matches =
          call >= 0 ? wait.call().number() == call : all || chosen.equals(wait.call().hostName());
      if (matches && wait.end(how)) {
        ended++;
      }
    }
    if (ended == 0 && call >= 0) {
      List<String> calls =
          getWaitingCalls().stream().map(wait -> "" + wait.getCall()).collect(Collectors.toList());
      throw new IllegalArgumentException("call " + chosen + " does not wait" + known(calls));
    }
    if (ended == 0 && !all) {
      checkSeen(chosen);
    }
    String scope = all ? "all hosts" : call < 0 ? chosen : "call " + chosen;
    LOG.info("{} ({}){}{}", ended + (ended == 1 ? " wait" : " waits"), scope, what, by);
    return ended;
  }

  @Override
  public String reload() {
    Reload reload = reloadFiles();
    if (!reload.faults().isEmpty()) {
      String faults = String.join("; ", Reloading.messages(reload.faults()));
      throw new IllegalArgumentException(faults + " (the options in effect do not change)");
    }
    return reload.change();
  }

  /** Reads the options files now; returns what has changed, or the faults. */
  Reload reloadFiles() {
    if (!configuration().watchesFiles()) {
      throw new IllegalArgumentException(
          "there is no options file to read: the program was started without option config");
    }
    return reloading.now(by);
  }

  @Override
  public String set(String key, String value, String duration) {
    String before = text(key);
    RunTimeValue set = live().set(key, value, duration, who);
    boolean ends = set.nanos() != RetryPolicy.UNLIMITED;
    if (ends) {
      engine.choreAfter(set.nanos(), () -> expire(set));
    }
    String change = set.change(before) + (ends ? " for " + duration.trim() : "");
    changed(change + by);
    return change + (set.until().isEmpty() ? "" : ", until " + set.until());
  }

  @Override
  public String unset(String key) {
    boolean had = live().unset(key);
    String now = key.trim() + "=" + text(key);
    if (had) {
      changed(now + " again: the value set at run time was removed" + by);
    }
    return now;
  }

  private void expire(RunTimeValue set) {
    if (live().end(set)) {
      changed(set.change(null) + " has ended: now " + text(set.key()));
    }
  }

  /** The value in force outside the routes; null if there is no such option. */
  private String text(String key) {
    Option option = key == null ? null : Option.ofKey(key.trim());
    return option == null ? null : configuration().value(option).text();
  }

  private void changed(String what) {
    LogSink.direct(configuration().settings());
    int ended = engine.optionsChanged();
    LOG.info("{}{}", what, ended == 0 ? "" : ": " + waits(ended));
  }

  static String waits(int ended) {
    return ended + (ended == 1 ? " wait ended" : " waits ended");
  }

  private LiveConfiguration live() {
    return engine.configuration();
  }

  Configuration configuration() {
    return engine.configuration().current();
  }
}
