package io.redial.control;

import io.redial.config.ConfigError;
import io.redial.config.Reload;
import io.redial.config.RunTimeValue;
import io.redial.control.remote.Answer;
import io.redial.policy.Splitter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Answers the questions of the command line. A question is a verb and its arguments, one per line.
 * Thread-safe.
 */
final class Verbs implements Function<String, String> {
  /** More than the counters know, so that only waits to yet more hosts can be left out. */
  private static final int MAX_HOSTS = 1_000;

  private static final int MAX_ARGUMENTS = 4;
  private static final int LONGEST_NAME = 100;

  private final Operator bean;

  /** Creates verbs that an operator's beans answer. */
  Verbs(Operator bean) {
    this.bean = bean;
  }

  @Override
  public String apply(String question) {
    List<String> words = Splitter.of(question, '\n');
    try {
      String[] arguments = words.subList(1, words.size()).toArray(new String[0]);
      return answer(words.get(0), Arrays.copyOf(arguments, MAX_ARGUMENTS)).toString();
    } catch (IllegalArgumentException refused) {
      return Answer.error(refused.getMessage()).toString();
    }
  }

  private Answer answer(String verb, String[] arguments) {
    switch (verb) {
      case "status":
        return status();
      case "options":
        return options(new Answer());
      case "routes":
        return routes(new Answer());
      case "waiting":
        return waiting();
      case "attempts":
        return attempts(arguments[0]);
      case "retry-now":
        return ended(bean.retryNow(arguments[0], who(arguments[1])));
      case "cancel":
        return ended(bean.cancelWaiting(arguments[0], who(arguments[1])));
      case "set":
        String who = who(arguments[3]);
        return changed(bean.set(arguments[0], arguments[1], arguments[2], who));
      case "unset":
        return changed(bean.unset(arguments[0], who(arguments[1])));
      case "reload":
        return reload(bean.reload(who(arguments[0])));
      default:
        return Answer.error(
            "Redial " + bean.getVersion() + " in that process does not know " + verb);
    }
  }

  /** The name that the command line gives for its user; older ones give none. */
  private static String who(String name) {
    if (name == null || name.isEmpty()) {
      return "command line";
    }
    return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
  }

  private static Answer ended(int count) {
    return new Answer().row("ended").put("count", count);
  }

  private static Answer changed(String change) {
    return new Answer().row("changed").put("change", change);
  }

  private static Answer reload(Reload reload) {
    Answer answer = new Answer();
    for (ConfigError fault : reload.faults()) {
      answer.row("fault").put("message", fault.message());
    }
    return reload.faults().isEmpty()
        ? answer.row("reloaded").put("change", reload.change())
        : answer;
  }

  private Answer status() {
    Answer answer = new Answer().row("status");
    answer.put("version", bean.getVersion()).put("service", bean.getService());
    answer.put("java", System.getProperty("java.version")).put("enabled", bean.isEnabled());
    answer.put("state", bean.getState());
    answer.put("calls", bean.getCalls()).put("retries", sum(bean.getRetries()));
    answer.put("refusals", sum(bean.getRefusals())).put("waiting", bean.getWaiting());
    answer.put("saved", bean.getSaved()).put("failed", bean.getFailed());
    answer.put("forecasts", sum(bean.getForecasts()));
    answer.put("maxWaiting", bean.getMaxWaiting());
    answer.put("maxWaitingShare", bean.isMaxWaitingShare());
    answer.put("replayBufferBytes", bean.getReplayBufferBytes());
    answer.put("lastReload", bean.getLastReload());
    for (RunTimeValue set : bean.runTimeValues()) {
      answer.row("set").put("key", set.key()).put("value", set.text()).put("by", set.by());
      answer.put("since", set.since()).put("until", set.until());
      answer.put("leftMillis", set.until().isEmpty() ? "" : set.leftMillis());
    }
    for (String fault : bean.getFaults()) {
      answer.row("fault").put("message", fault);
    }
    hosts(answer);
    return answer;
  }

  private static long sum(Map<String, Long> counts) {
    long sum = 0;
    if (counts == null) {
      return sum;
    }
    for (long count : counts.values()) {
      sum += count;
    }
    return sum;
  }

  private void hosts(Answer answer) {
    Map<String, Map<String, Long>> retries = bean.getRetriesByHost();
    Map<String, Map<String, Long>> refusals = bean.getRefusalsByHost();
    Map<String, Integer> waiting = bean.getWaitingByHost();
    Map<String, Long> budgets = bean.getBudgetLeft();
    Map<String, Long> calls = bean.getCallsByHost();
    Set<String> hosts = new TreeSet<>(retries.keySet());
    hosts.addAll(refusals.keySet());
    hosts.addAll(waiting.keySet());
    List<String> worstFirst = new ArrayList<>(hosts);
    worstFirst.sort(
        Comparator.comparingInt((String host) -> -waiting.getOrDefault(host, 0))
            .thenComparingLong(host -> -sum(retries.get(host)) - sum(refusals.get(host)))
            .thenComparing(Comparator.naturalOrder()));
    int shown = Math.min(MAX_HOSTS, worstFirst.size());
    for (String host : worstFirst.subList(0, shown)) {
      answer.row("host").put("host", host).put("calls", text(calls.get(host)));
      answer.put("retries", counts(retries.get(host)));
      answer.put("refusals", counts(refusals.get(host)));
      answer.put("waiting", waiting.getOrDefault(host, 0));
      answer.put("budgetLeft", text(budgets.get(host)));
    }
    if (shown < worstFirst.size()) {
      answer.row("more").put("hosts", worstFirst.size() - shown);
    }
  }

  private static String text(Long number) {
    return number == null ? "" : number.toString();
  }

  /** Formats counts: {@code retry-after 3, status 1}. */
  private static String counts(Map<String, Long> byReason) {
    StringBuilder text = new StringBuilder();
    if (byReason != null) {
      for (Map.Entry<String, Long> count : byReason.entrySet()) {
        text.append(text.length() == 0 ? "" : ", ");
        text.append(count.getKey()).append(' ').append(count.getValue());
      }
    }
    return text.toString();
  }

  private Answer options(Answer answer) {
    for (OptionInfo option : bean.getOptions()) {
      answer.row("option").put("route", option.getRoute()).put("key", option.getKey());
      answer.put("value", option.getValue()).put("origin", option.getOrigin());
    }
    return answer;
  }

  /** The routes in the order in which they are tried. */
  private Answer routes(Answer answer) {
    Map<String, Boolean> matched = bean.getRoutes();
    for (OptionInfo option : bean.getOptions()) {
      if (!option.getRoute().isEmpty() && option.getKey().equals("match")) {
        answer.row("route").put("route", option.getRoute());
        answer.put("matched", Boolean.TRUE.equals(matched.get(option.getRoute())));
        answer.put("match", option.getValue()).put("origin", option.getOrigin());
      }
    }
    return answer;
  }

  private Answer waiting() {
    Answer answer = new Answer();
    List<WaitInfo> waits = bean.getWaitingCalls();
    int more = bean.getWaiting() - waits.size();
    for (WaitInfo wait : waits) {
      answer.row("wait").put("call", wait.getCall()).put("host", wait.getHost());
      answer.put("route", wait.getRoute()).put("request", wait.getRequest());
      answer.put("attempts", wait.getAttempts()).put("reason", wait.getReason());
      answer.put("leftMillis", wait.getLeftMillis());
    }
    if (waits.size() == Waits.MAX && more > 0) {
      answer.row("more").put("calls", more);
    }
    return answer;
  }

  private Answer attempts(String which) {
    Answer answer = new Answer();
    for (AttemptInfo attempt : bean.attempts(which)) {
      answer.row("attempt").put("call", attempt.getCall()).put("host", attempt.getHost());
      answer.put("route", attempt.getRoute()).put("request", attempt.getRequest());
      answer.put("attempt", attempt.getAttempt()).put("time", attempt.getTime());
      answer.put("outcome", attempt.getOutcome()).put("reason", attempt.getReason());
      answer.put("waitMillis", attempt.getWaitMillis());
      answer.put("notRetried", attempt.getNotRetried());
    }
    return answer;
  }
}
