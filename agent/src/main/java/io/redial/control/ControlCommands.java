package io.redial.control;

import io.redial.config.ConfigError;
import io.redial.config.Reload;
import io.redial.config.Route;
import io.redial.config.RunTimeValue;
import io.redial.control.remote.ControlResponse;
import io.redial.policy.Splitter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Carries out what the command line requests: a command and its arguments, one per line.
 * Thread-safe.
 */
final class ControlCommands implements Function<String, String> {
  /** More than the counters know, so that only waits to yet more hosts can be left out. */
  private static final int MAX_HOSTS = 1_000;

  private static final int MAX_ARGUMENTS = 4;
  private static final int LONGEST_NAME = 100;
  private static final Map<String, Long> NONE = Collections.emptyMap();

  private final Operator bean;

  ControlCommands(Operator bean) {
    this.bean = bean;
  }

  @Override
  public String apply(String request) {
    List<String> words = Splitter.of(request, '\n');
    try {
      String[] arguments = words.subList(1, words.size()).toArray(new String[0]);
      return respond(words.get(0), Arrays.copyOf(arguments, MAX_ARGUMENTS)).toString();
    } catch (IllegalArgumentException refused) {
      return ControlResponse.error(refused.getMessage()).toString();
    }
  }

  private ControlResponse respond(String command, String[] arguments) {
    switch (command) {
      case "status":
        return status();
      case "options":
        return options(new ControlResponse());
      case "routes":
        return routes(new ControlResponse());
      case "waiting":
        return waiting();
      case "attempts":
        return attempts(arguments[0]);
      case "retry-now":
        return ended(by(arguments[1]).retryNow(arguments[0]));
      case "cancel":
        return ended(by(arguments[1]).cancelWaiting(arguments[0]));
      case "set":
        return changed(by(arguments[3]).set(arguments[0], arguments[1], arguments[2]));
      case "unset":
        return changed(by(arguments[1]).unset(arguments[0]));
      case "reload":
        return reload(by(arguments[0]).reloadFiles());
      default:
        return ControlResponse.error(
            "Redial " + bean.getVersion() + " in that process does not know " + command);
    }
  }

  /** The operator of the name that the command line gives for its user; older ones give none. */
  private Operator by(String name) {
    boolean named = name != null && !name.isEmpty();
    String who = named ? name : "command line";
    return bean.as(who.substring(0, Math.min(LONGEST_NAME, who.length())));
  }

  private static ControlResponse ended(int count) {
    return new ControlResponse().row("ended").put("count", count);
  }

  private static ControlResponse changed(String change) {
    return new ControlResponse().row("changed").put("change", change);
  }

  private static ControlResponse reload(Reload reload) {
    ControlResponse response = new ControlResponse();
    for (ConfigError fault : reload.faults()) {
      response.row("fault").put("message", fault.message());
    }
    return reload.faults().isEmpty()
        ? response.row("reloaded").put("change", reload.change())
        : response;
  }

  private ControlResponse status() {
    ControlResponse response = new ControlResponse().row("status");
    response.put("version", bean.getVersion()).put("service", bean.getService());
    response.put("java", System.getProperty("java.version")).put("enabled", bean.isEnabled());
    response.put("state", bean.getState());
    response.put("calls", bean.getCalls()).put("retries", Counters.sum(bean.getRetries()));
    response.put("refusals", Counters.sum(bean.getRefusals())).put("waiting", bean.getWaiting());
    response.put("saved", bean.getSaved()).put("failed", bean.getFailed());
    response.put("forecasts", Counters.sum(bean.getForecasts()));
    response.put("maxWaiting", bean.getMaxWaiting());
    response.put("maxWaitingShare", bean.isMaxWaitingShare());
    response.put("replayBufferBytes", bean.getReplayBufferBytes());
    response.put("lastReload", bean.getLastReload());
    for (RunTimeValue set : bean.runTimeValues()) {
      response.row("set").put("key", set.key()).put("value", set.text()).put("by", set.by());
      response.put("since", set.since()).put("until", set.until());
      response.put("leftMillis", set.until().isEmpty() ? "" : set.leftMillis());
    }
    for (String fault : bean.getFaults()) {
      response.row("fault").put("message", fault);
    }
    hosts(response);
    return response;
  }

  private static long counted(String host, Map<String, Map<String, Long>> counts) {
    return Counters.sum(counts.getOrDefault(host, NONE));
  }

  private void hosts(ControlResponse response) {
    Map<String, Map<String, Long>> retries = bean.getRetriesByHost();
    Map<String, Map<String, Long>> refusals = bean.getRefusalsByHost();
    Map<String, Integer> waiting = bean.getWaitingByHost();
    Map<String, Long> budgets = bean.getBudgetLeft();
    Map<String, Long> calls = bean.getCallsByHost();
    List<String> worstFirst = new ArrayList<>(bean.hosts());
    worstFirst.sort(
        Comparator.comparingInt((String host) -> -waiting.getOrDefault(host, 0))
            .thenComparingLong(host -> -counted(host, retries) - counted(host, refusals))
            .thenComparing(Comparator.naturalOrder()));
    int shown = Math.min(MAX_HOSTS, worstFirst.size());
    for (String host : worstFirst.subList(0, shown)) {
      response.row("host").put("host", host).put("calls", calls.get(host));
      response.put("retries", text(retries.getOrDefault(host, NONE)));
      response.put("refusals", text(refusals.getOrDefault(host, NONE)));
      response.put("waiting", waiting.getOrDefault(host, 0));
      response.put("budgetLeft", budgets.get(host));
    }
    if (shown < worstFirst.size()) {
      response.row("more").put("hosts", worstFirst.size() - shown);
    }
  }

  /** Formats counts: {@code retry-after 3, status 1}. */
  private static String text(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(count -> count.getKey() + " " + count.getValue())
        .collect(Collectors.joining(", "));
  }

  private ControlResponse options(ControlResponse response) {
    for (OptionInfo option : bean.getOptions()) {
      response.row("option").put("route", option.getRoute()).put("key", option.getKey());
      response.put("value", option.getValue()).put("origin", option.getOrigin());
    }
    return response;
  }

  /** The routes in the order in which they are tried. */
  private ControlResponse routes(ControlResponse response) {
    for (Route route : bean.configuration().routes()) {
      response.row("route").put("route", route.name()).put("matched", route.hasMatched());
      response.put("match", route.match().text()).put("origin", route.match().origin());
    }
    return response;
  }

  private ControlResponse waiting() {
    ControlResponse response = new ControlResponse();
    List<WaitInfo> waits = bean.getWaitingCalls();
    int more = bean.getWaiting() - waits.size();
    for (WaitInfo wait : waits) {
      response.row("wait").put("call", wait.getCall()).put("host", wait.getHost());
      response.put("route", wait.getRoute()).put("request", wait.getRequest());
      response.put("attempts", wait.getAttempts()).put("reason", wait.getReason());
      response.put("leftMillis", wait.getLeftMillis());
    }
    if (waits.size() == Operator.MAX_LISTED && more > 0) {
      response.row("more").put("calls", more);
    }
    return response;
  }

  private ControlResponse attempts(String which) {
    ControlResponse response = new ControlResponse();
    for (AttemptInfo attempt : bean.attempts(which)) {
      response.row("attempt").put("call", attempt.getCall()).put("host", attempt.getHost());
      response.put("route", attempt.getRoute()).put("request", attempt.getRequest());
      response.put("attempt", attempt.getAttempt()).put("time", attempt.getTime());
      response.put("outcome", attempt.getOutcome()).put("reason", attempt.getReason());
      response.put("waitMillis", attempt.getWaitMillis());
      response.put("notRetried", attempt.getNotRetried());
    }
    return response;
  }
}
