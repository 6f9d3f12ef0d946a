package io.redial.control;

import io.redial.call.RetryEngine;
import io.redial.call.Wait;
import io.redial.config.ConfigError;
import io.redial.config.Configuration;
import io.redial.config.LiveConfiguration;
import io.redial.config.Option;
import io.redial.config.Route;
import io.redial.config.RunTimeValue;
import io.redial.config.Value;
import io.redial.control.log.LogSink;
import io.redial.policy.HostState;
import io.redial.policy.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Carries out what {@link RedialMXBean} offers, and logs what it did (rule 11.5). */
final class Operator implements RedialMXBean {
  private static final String BY = " by an operator";

  /** The most hosts whose budgets are listed. */
  private static final int MAX_BUDGETS = 100;

  private final RetryEngine engine;
  private final RetryLog log;
  private final LastReload reload;
  private final Waits waits;

  Operator(RetryEngine engine, RetryLog log, LastReload reload) {
    this.engine = engine;
    this.log = log;
    this.reload = reload;
    this.waits = new Waits(engine);
  }

  // What operators can read.

  @Override
  public String getVersion() {
    return StartLine.version();
  }

  @Override
  public String getService() {
    String service = configuration().settings().service();
    return service == null ? "" : service;
  }

  @Override
  public boolean isEnabled() {
    return "true".equals(configuration().value(Option.ENABLED).text());
  }

  @Override
  public long getCalls() {
    return engine.hosts().calls();
  }

  @Override
  public Map<String, Long> getCallsByHost() {
    Map<String, Long> calls = new TreeMap<>();
    for (String name : hosts()) {
      HostState host = engine.hosts().find(name);
      if (host != null) {
        calls.put(name, host.calls());
      }
    }
    return calls;
  }

  /** The hosts with calls that did not succeed on the first attempt; their number is bounded. */
  private Set<String> hosts() {
    Set<String> hosts = new TreeSet<>(log.hosts());
    hosts.addAll(waits.byHost().keySet());
    return hosts;
  }

  @Override
  public Map<String, Long> getRetries() {
    return log.retries().byReason();
  }

  @Override
  public Map<String, Long> getRefusals() {
    return log.refusals().byReason();
  }

  @Override
  public Map<String, Map<String, Long>> getRetriesByHost() {
    return log.retries().byHost();
  }

  @Override
  public Map<String, Map<String, Long>> getRefusalsByHost() {
    return log.refusals().byHost();
  }

  @Override
  public Map<String, Long> getForecasts() {
    return log.forecasts().byReason();
  }

  @Override
  public Map<String, Map<String, Long>> getForecastsByHost() {
    return log.forecasts().byHost();
  }

  @Override
  public long getSaved() {
    return log.saved().total();
  }

  @Override
  public long getFailed() {
    return log.failed().total();
  }

  @Override
  public Map<String, Map<String, Long>> getSavedByHost() {
    return log.saved().byHost();
  }

  @Override
  public Map<String, Map<String, Long>> getFailedByHost() {
    return log.failed().byHost();
  }

  @Override
  public int getWaiting() {
    return waits.count();
  }

  @Override
  public Map<String, Integer> getWaitingByHost() {
    return waits.byHost();
  }

  @Override
  public List<WaitInfo> getWaitingCalls() {
    return waits.list();
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
    Map<String, Long> left = new TreeMap<>();
    for (String name : hosts()) {
      HostState host = left.size() < MAX_BUDGETS ? engine.hosts().find(name) : null;
      long retries = host == null ? Long.MAX_VALUE : host.budgetLeft();
      if (retries != Long.MAX_VALUE) {
        left.put(name, retries);
      }
    }
    return left;
  }

  @Override
  public long getReplayBufferBytes() {
    return engine.replayMemory().held();
  }

  @Override
  public List<OptionInfo> getOptions() {
    Configuration current = configuration();
    List<OptionInfo> options = new ArrayList<>();
    for (Option option : Option.values()) {
      options.add(new OptionInfo("", option.key(), current.value(option)));
    }
    for (Route route : current.routes()) {
      options.add(new OptionInfo(route.name(), "match", route.match()));
      for (Option option : Option.values()) {
        Value own = route.own(option);
        if (own != null) {
          options.add(new OptionInfo(route.name(), option.key(), own));
        }
      }
    }
    return options;
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
    List<String> faults = new ArrayList<>();
    for (ConfigError fault : configuration().faults()) {
      faults.add(fault.message());
    }
    faults.addAll(reload.faults());
    return faults;
  }

  @Override
  public int getFaultCount() {
    return getFaults().size();
  }

  @Override
  public String getLastReload() {
    return reload.text();
  }

  @Override
  public List<AttemptInfo> attempts(String which) {
    String chosen = which == null || which.trim().isEmpty() ? Waits.ALL : which.trim();
    if (chosen.equals(Waits.ALL)) {
      return log.attempts().all();
    }
    long call = Waits.number(chosen);
    if (call >= 0) {
      return log.attempts().ofCall(call);
    }
    List<AttemptInfo> attempts = log.attempts().ofHost(chosen);
    if (attempts.isEmpty()) {
      waits.checkHost(chosen);
    }
    return attempts;
  }

  // What operators can do.

  @Override
  public void setEnabled(boolean enabled) {
    boolean before = isEnabled();
    live().setEnabled(enabled);
    int ended = engine.optionsChanged();
    if (enabled != before) {
      say("switched " + (enabled ? "on" : "off") + BY + (enabled ? "" : ": " + waits(ended)));
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

  private int end(String which, Wait.End how, String what) {
    int ended = waits.end(which, how);
    String chosen = which.trim();
    String one = Waits.number(chosen) < 0 ? chosen : "call " + chosen;
    String scope = chosen.equals(Waits.ALL) ? "all hosts" : one;
    say(ended + (ended == 1 ? " wait" : " waits") + " (" + scope + ")" + what + BY);
    return ended;
  }

  @Override
  public String set(String key, String value, String duration) {
    String before = text(key);
    RunTimeValue set = live().set(key, value, duration);
    boolean ends = set.nanos() != RetryPolicy.UNLIMITED;
    if (ends) {
      engine.after(set.nanos(), () -> engine.start(() -> expire(set)));
    }
    String change = set.change(before) + (ends ? " for " + duration.trim() : "");
    changed(change + BY);
    return change;
  }

  @Override
  public String unset(String key) {
    boolean had = live().unset(key);
    String now = RunTimeValue.keyOf(key) + "=" + text(key);
    if (had) {
      changed(now + " again: the value set at run time was removed" + BY);
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
    for (Option option : Option.values()) {
      if (key != null && option.key().equals(key.trim())) {
        return configuration().value(option).text();
      }
    }
    return null;
  }

  private void changed(String what) {
    Control.directLog(configuration().settings());
    int ended = engine.optionsChanged();
    say(what + (ended == 0 ? "" : ": " + waits(ended)));
  }

  private static String waits(int ended) {
    return ended + (ended == 1 ? " wait ended" : " waits ended");
  }

  private static void say(String line) {
    LogSink.current().line(LogSink.INFO, line);
  }

  private LiveConfiguration live() {
    return engine.configuration();
  }

  private Configuration configuration() {
    return engine.configuration().current();
  }
}
