package io.redial.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Every option, declared once: its default, syntax and meaning; its key is its name. The reference
 * in docs/options.md is printed from here; {@link OptionBinder} gives the values their effect.
 */
public enum Option {
  CONFIG(
      null,
      "a path",
      false,
      "-",
      "a properties file, or a directory with `<service>.properties` or else `default.properties`"),
  SERVICE(
      null, "a name", false, "-", "the service's name, for `config` directories, the log and JMX"),
  ENABLED("true", Syntax.FLAG, "11.1", "`false`: Redial does nothing"),
  MODE(
      "active",
      "active, observe",
      "11.1",
      "`observe`: a dry run that decides, counts and logs, and changes no call"),
  ROLLOUT(
      "100%",
      "a percentage from 0% to 100%",
      "11.1",
      "share of the calls that may be retried; the others are left alone"),
  STRICT(
      "false",
      Syntax.FLAG,
      false,
      "-",
      "`true`: a bad option stops the JVM with a message and exit status 1, before `main`;"
          + " an agent that is attached later is not installed, even if a file is watched"),
  PROFILE("safe", "client-go, safe, resilient", "-", "changes the defaults of other options"),
  MAX_RETRIES("10", Syntax.COUNT, "5.1", "how often a call may be retried"),
  MAX_ERROR_RETRIES(
      "3", Syntax.COUNT, "5.1", "how many of these retries may happen without a `Retry-After`"),
  RETRY_ON(
      "retry-after+connection-error+connect-failure",
      "a list of retry-after, connection-error, connect-failure, unprocessed, timeout,"
          + " statuses (503) and status classes (5xx), or none",
      "2",
      "outcomes that are retried"),
  METHODS(
      "GET+HEAD+OPTIONS+TRACE+PUT+DELETE",
      "a list of methods, or none",
      "2.8",
      "idempotent methods, which may be retried even if the server did not ask for it"),
  IDEMPOTENCY_KEY(
      "Idempotency-Key",
      Syntax.HEADER,
      "2.8",
      "request header that makes any request idempotent, except a conditional write"
          + " (`If-Match` and the like)"),
  BACKOFF(
      "exponential:100ms:20s",
      "one or more, joined by +, of none, fixed:D, exponential:BASE:MAX,"
          + " fast-slow:FAST:SLOW:N, bucket:QPS:BURST, or the name of a BackoffFactory",
      "4.2",
      "how long a retry waits; if several are joined, the longest wait wins"),
  BACKOFF_SCOPE(
      "call",
      "call, host",
      "4.3",
      "whether each call counts its own failures, or all calls to a host share one count"),
  JITTER(
      "full",
      "full, equal, none",
      "4.4",
      "how the backoff's delay is spread: from 0 to all of it, from half to all of it, or not at"
          + " all"),
  DEADLINE(
      "15s",
      Syntax.DURATION_OR_NONE,
      "5.2",
      "no retry begins later than this after the start of its call"),
  PER_TRY_TIMEOUT(
      "none",
      Syntax.DURATION_OR_NONE,
      "2.5",
      "time limit for one attempt, which is retried only if `retry-on` has `timeout`"),
  BUDGET(
      "20%:2",
      "RATIO:FLOOR such as 20%:2, or off",
      "5.5",
      "limits retries to a host to that share of its calls, plus FLOOR per second"),
  RATE_LIMIT(
      "off",
      "bucket:QPS:BURST, or off",
      "4.5",
      "throttles every attempt to a host, including the first"),
  MAX_WAITING(
      "25%:100",
      "SHARE%:MOST such as 25%:100, SHARE%, MOST, or none",
      false,
      "4.7",
      "platform threads that may wait at once: SHARE of each pool's threads (by default only in a"
          + " process that serves; in any, if it is set), and MOST in all"),
  REPLAY_BUFFER(
      "1MiB:64MiB",
      "CALL or CALL:PROCESS, sizes",
      "6.3",
      "limits the copies of request bodies, per call and per process (a route takes CALL only)"),
  DRAIN(
      "16KiB",
      Syntax.SIZE,
      "8.1",
      "how much of a given-up response is read so that its connection can be reused"),
  DEFER_TO(
      "amz-sdk-request+amz-sdk-retry+x-stainless-retry-count+armeria-retry-count"
          + "+opc-client-retries",
      "a list of header names, or none",
      "7.3",
      "request headers that mark a caller which retries by itself; its calls are left alone"),
  ATTEMPT_HEADER(
      "none",
      "the name of a header that has no meaning of its own, such as X-Attempt; or none",
      "-",
      "request header that carries the number of the attempt, starting at 1"),
  IF_READY(
      "false", Syntax.FLAG, "9.1", "`true`: adds `X-Kubernetes-If-Ready: true` to each request"),
  RESUME(
      "none",
      "a list of range, sse, watch; or none",
      "10",
      "resumes interrupted responses: `range` downloads, `sse` server-sent events, `watch`"
          + " Kubernetes watches"),
  COMMIT(
      "head",
      "head, first-byte",
      "10.6",
      "`first-byte`: the program gets a response only with the first byte of its body; if the"
          + " connection is lost before that, the call is retried like any lost connection"),
  RELOCATED_CLIENTS(
      "true",
      Syntax.FLAG,
      false,
      "-",
      "whether clients that a vendor's jar contains under another package are covered too"),
  LOG("stderr", "stderr, file:PATH, none", false, "-", "where the log goes"),
  LOG_LEVEL(
      "info",
      "error, warn, info, debug, trace",
      false,
      "11.5",
      "how much is logged (`trace` as `debug`); can be changed in a file while the program runs"),
  LOG_FORMAT(
      "text",
      "text, json",
      false,
      "11.5",
      "the form of the log's lines: `json` writes one object a line"),
  REDACT(
      "none",
      "a list of path patterns, or none",
      false,
      "-",
      "path patterns as in a route (`/bot*/**`); what their wildcards match shows as `*` in log,"
          + " JFR, JMX, command line and report; can be changed while the program runs"),
  CONTROL(
      "local",
      "local, none",
      false,
      "11.2",
      "how the command line reaches the process: `local` is a folder that only its user can use"),
  RELOAD(
      "5s",
      "a duration of at least 100ms, or none",
      false,
      "-",
      "how often the files are checked; a change takes effect when two checks in a row agree;"
          + " `none`: only `redial reload` reads them");

  static final String SYSTEM_PROPERTY_PREFIX = "redial.";
  static final String ENVIRONMENT_PREFIX = "REDIAL_";

  private final String key;
  private final String defaultText;
  private final String syntax;
  private final boolean perRoute;
  private final String rule;
  private final String meaning;

  /** An option that a route may set, too. */
  Option(String defaultText, String syntax, String rule, String meaning) {
    this(defaultText, syntax, true, rule, meaning);
  }

  Option(String defaultText, String syntax, boolean perRoute, String rule, String meaning) {
    this.key = name().toLowerCase(Locale.ROOT).replace('_', '-');
    this.defaultText = defaultText;
    this.syntax = syntax;
    this.perRoute = perRoute;
    this.rule = rule;
    this.meaning = meaning;
  }

  /** The key in arguments and files, e.g. {@code max-retries}. */
  public String key() {
    return key;
  }

  /** The default in the option's own syntax; null if there is none. */
  public String defaultText() {
    return defaultText;
  }

  public String syntax() {
    return syntax;
  }

  /** Returns whether a route may set the option; otherwise it applies to the whole process. */
  public boolean perRoute() {
    return perRoute;
  }

  /** Returns whether a change in a file takes effect only at the next start of the process. */
  boolean takesEffectAtRestart() {
    return !perRoute && this != LOG_LEVEL && this != REDACT;
  }

  /** The number of the rule that it belongs to, or {@code -}. */
  public String rule() {
    return rule;
  }

  /** The option's effect, in one line of Markdown. */
  public String meaning() {
    return meaning;
  }

  /** Returns the option with this key, or null. */
  public static Option ofKey(String key) {
    for (Option option : values()) {
      if (option.key.equals(key)) {
        return option;
      }
    }
    return null;
  }

  /** Returns the keys of all options in a new list. */
  static List<String> keys() {
    List<String> keys = new ArrayList<>();
    for (Option option : values()) {
      keys.add(option.key);
    }
    return keys;
  }
}
