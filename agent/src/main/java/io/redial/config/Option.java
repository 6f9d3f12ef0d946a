package io.redial.config;

/**
 * Every option, declared once: its key, default, syntax and meaning. The reference in
 * docs/options.md is printed from here; {@link Assignment} gives the values their effect.
 */
public enum Option {
  CONFIG(
      "config",
      null,
      "a path",
      false,
      "-",
      "a properties file; or a directory, in which `service` picks `<service>.properties`"),
  SERVICE(
      "service",
      null,
      "a name",
      false,
      "-",
      "the service's name, for `config` directories, logs and JMX"),
  ENABLED("enabled", "true", Syntax.FLAG, true, "11.1", "`false`: Redial does nothing"),
  MODE(
      "mode",
      "active",
      "active, observe",
      true,
      "11.1",
      "`observe`: dry run, decides, counts and logs, and changes nothing about any call"),
  ROLLOUT(
      "rollout",
      "100%",
      "a percentage from 0% to 100%",
      true,
      "11.1",
      "share of calls that may be retried; the others are left as they are"),
  STRICT(
      "strict",
      "false",
      Syntax.FLAG,
      false,
      "-",
      "`true`: a bad option stops the JVM with a message and exit status 1, before `main`;"
          + " when attached later it keeps the agent out"),
  PROFILE(
      "profile",
      "safe",
      "client-go, safe, resilient",
      true,
      "-",
      "sets the defaults of other options"),
  MAX_RETRIES("max-retries", "10", Syntax.COUNT, true, "5.1", "retries of one call"),
  MAX_ERROR_RETRIES(
      "max-error-retries",
      "3",
      Syntax.COUNT,
      true,
      "5.1",
      "of these, retries that no server asked for"),
  RETRY_ON(
      "retry-on",
      "retry-after+connection-error+connect-failure",
      "a list of retry-after, connection-error, connect-failure, unprocessed, timeout,"
          + " statuses (503) and classes of statuses (5xx), or none",
      true,
      "2",
      "outcomes that are retried"),
  METHODS(
      "methods",
      "GET+HEAD+OPTIONS+TRACE+PUT+DELETE",
      "a list of methods, or none",
      true,
      "2.8",
      "methods that may be repeated without being asked to: the idempotent ones"),
  IDEMPOTENCY_KEY(
      "idempotency-key",
      "Idempotency-Key",
      Syntax.HEADER,
      true,
      "2.8",
      "request header that makes any request idempotent, unless it changes things and is"
          + " conditional (`If-Match` and the like)"),
  BACKOFF(
      "backoff",
      "exponential:100ms:20s",
      "one or several, joined by +, of none, fixed:D, exponential:BASE:MAX,"
          + " fast-slow:FAST:SLOW:N, bucket:QPS:BURST, or the name of a BackoffFactory",
      true,
      "4.2",
      "how long a retry waits; of several the longest wait wins"),
  BACKOFF_SCOPE(
      "backoff-scope",
      "call",
      "call, host",
      true,
      "4.3",
      "whether each call counts its own failures, or all calls to a host together"),
  JITTER(
      "jitter",
      "full",
      "full, equal, none",
      true,
      "4.4",
      "how the backoff's delay is spread: 0 to all of it, half to all of it, not at all"),
  DEADLINE(
      "deadline",
      "30s",
      Syntax.DURATION_OR_NONE,
      true,
      "5.2",
      "a call waits for no retry that would begin later than this after its start"),
  PER_TRY_TIMEOUT(
      "per-try-timeout", "none", Syntax.DURATION_OR_NONE, true, "2.5", "ends one attempt"),
  BUDGET(
      "budget",
      "20%:2",
      "RATIO:FLOOR such as 20%:2, or off",
      true,
      "5.5",
      "retries to a host: at most that share of its calls, plus FLOOR per second"),
  RATE_LIMIT(
      "rate-limit",
      "off",
      "bucket:QPS:BURST, or off",
      true,
      "4.5",
      "throttles every attempt to a host, the first included"),
  MAX_WAITING(
      "max-waiting",
      "100:50",
      "ALL[:HOST], numbers; none for no limit",
      false,
      "4.7",
      "threads that wait at once, in all and per host; HOST is ALL if left out"),
  REPLAY_BUFFER(
      "replay-buffer",
      "1MiB:64MiB",
      "CALL or CALL:PROCESS, sizes",
      true,
      "6.3",
      "bytes of request bodies that are copied, per call and per process (a route: CALL only)"),
  DRAIN(
      "drain",
      "16KiB",
      Syntax.SIZE,
      true,
      "8.1",
      "bytes that are read of a response given up on, so that its connection is kept"),
  DEFER_TO(
      "defer-to",
      "amz-sdk-request+amz-sdk-retry+x-stainless-retry-count+armeria-retry-count",
      "a list of header names, or none",
      true,
      "7.3",
      "request headers by which a caller that retries itself is known, and left alone"),
  ATTEMPT_HEADER(
      "attempt-header",
      "none",
      "the name of a header that has no meaning of its own, such as X-Attempt; or none",
      true,
      "-",
      "request header that carries the attempt's number, from 1"),
  IF_READY(
      "if-ready",
      "false",
      Syntax.FLAG,
      true,
      "9.1",
      "`true`: adds `X-Kubernetes-If-Ready: true` to each request"),
  RESUME(
      "resume",
      "none",
      "a list of range, sse, watch; or none",
      true,
      "10",
      "reserved for streams that are resumed after a cut: has no effect in this version"),
  RELOCATED_CLIENTS(
      "relocated-clients",
      "true",
      Syntax.FLAG,
      false,
      "-",
      "whether clients that a vendor's jar carries under another package are covered too"),
  LOG("log", "stderr", "stderr, file:PATH, none", false, "-", "where Redial logs to"),
  LOG_LEVEL(
      "log-level", "info", "error, warn, info, debug, trace", false, "-", "how much Redial logs"),
  RELOAD(
      "reload",
      "5s",
      Syntax.DURATION_OR_NONE + ", at least 100ms",
      false,
      "-",
      "how often the files are looked at; a change is taken when two looks agree");

  static final String SYSTEM_PROPERTY_PREFIX = "redial.";
  static final String ENVIRONMENT_PREFIX = "REDIAL_";

  private static final Option[] ALL = values();

  private final String key;
  private final String defaultText;
  private final String syntax;
  private final boolean perRoute;
  private final String rule;
  private final String meaning;

  Option(
      String key,
      String defaultText,
      String syntax,
      boolean perRoute,
      String rule,
      String meaning) {
    this.key = key;
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

  /** What holds if nobody sets it, in its own syntax; null for nothing at all. */
  public String defaultText() {
    return defaultText;
  }

  /** What it takes, in words. */
  public String syntax() {
    return syntax;
  }

  /** Whether a route may set it; the others are the whole process's. */
  public boolean perRoute() {
    return perRoute;
  }

  /** The number of the rule that it belongs to, or {@code -}. */
  public String rule() {
    return rule;
  }

  /** What it does, in a line of Markdown. */
  public String meaning() {
    return meaning;
  }

  /** The key as a system property, e.g. {@code redial.max-retries}. */
  public String systemProperty() {
    return SYSTEM_PROPERTY_PREFIX + key;
  }

  /** The key as an environment variable, e.g. {@code REDIAL_MAX_RETRIES}. */
  public String environmentVariable() {
    StringBuilder name = new StringBuilder(ENVIRONMENT_PREFIX);
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      name.append(c == '-' ? '_' : (char) (c - 'a' + 'A'));
    }
    return name.toString();
  }

  /** Whether a comma may stand in its value. */
  boolean takesCommas() {
    // Not a switch: javac would make one more class of it.
    return this == CONFIG
        || this == SERVICE
        || this == LOG
        || this == RETRY_ON
        || this == METHODS
        || this == BACKOFF
        || this == DEFER_TO
        || this == RESUME;
  }

  /** The option of that key, or null. */
  static Option ofKey(String key) {
    for (Option option : ALL) {
      if (option.key.equals(key)) {
        return option;
      }
    }
    return null;
  }

  /** The option of that environment variable, or null. */
  static Option ofEnvironmentVariable(String name) {
    for (Option option : ALL) {
      if (option.environmentVariable().equals(name)) {
        return option;
      }
    }
    return null;
  }

  /** Without the copy that {@link #values()} makes; not to be written to. */
  static Option[] all() {
    return ALL;
  }
}
