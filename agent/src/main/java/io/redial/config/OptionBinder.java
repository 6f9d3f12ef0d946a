package io.redial.config;

import io.redial.policy.Jitter;
import io.redial.policy.RetryPolicy;
import java.util.Arrays;
import java.util.Locale;

/**
 * Applies the values of options to a policy and the settings. The only class that knows which
 * option sets what. Not thread-safe.
 */
final class OptionBinder {
  private static final long LEAST_RELOAD_NANOS = 100_000_000L;

  /** client-go's wait after an error; part of its profile, not an option of its own. */
  private static final long CLIENT_GO_ERROR_DELAY_NANOS = 1_000_000_000L;

  /**
   * Headers that {@code attempt-header} must not name. The client sets some of them itself, so that
   * java.net.http refuses them (on some JDKs) or the message would be framed wrongly; a server acts
   * on the others.
   */
  private static final String TAKEN_HEADERS =
      " connection content-length content-range date expect from host http2-settings keep-alive"
          + " origin proxy-connection referer te trailer transfer-encoding upgrade via warning"
          + " accept accept-encoding authorization content-encoding content-type cookie"
          + " idempotency-key if-match if-modified-since if-none-match if-range"
          + " if-unmodified-since proxy-authorization range ";

  // Each class that a check at start-up does not load saves time: it uses the policy's builder but
  // builds no policy, and creates settings only when there is something to set.
  final RetryPolicy.Builder policy = new RetryPolicy.Builder();
  private Settings settings;

  Settings settings() {
    if (settings == null) {
      settings = new Settings();
    }
    return settings;
  }

  /**
   * Parses the value and sets what the option stands for.
   *
   * @throws BadValue if the option does not accept the value; nothing is set in that case
   */
  void set(Option option, String text) throws BadValue {
    switch (option) {
      case CONFIG:
        BadValue.throwIf(text.isEmpty());
        break;
      case SERVICE:
        checkService(text);
        break;
      case ENABLED:
        policy.enabled = flag(option, text);
        break;
      case MODE:
        policy.observe = "observe".equals(word(option, text));
        break;
      case ROLLOUT:
        policy.rollout = Syntax.share(text);
        break;
      case STRICT:
        settings().strict = flag(option, text);
        break;
      case PROFILE:
        boolean clientGo = "client-go".equals(word(option, text));
        policy.errorDelayNanos = clientGo ? CLIENT_GO_ERROR_DELAY_NANOS : 0;
        policy.anyMethodAtGateways = clientGo;
        break;
      case MAX_RETRIES:
        policy.maxRetries = Syntax.countOrNone(text);
        break;
      case MAX_ERROR_RETRIES:
        policy.maxErrorRetries = Syntax.countOrNone(text);
        break;
      case RETRY_ON:
        policy.retryOn = ListSyntax.retryOn(text);
        break;
      case METHODS:
        policy.methods = ListSyntax.methods(text);
        break;
      case IDEMPOTENCY_KEY:
        policy.idempotencyKey = Syntax.headerOrNone(text);
        break;
      case BACKOFF:
        policy.backoff = LimitSyntax.backoff(text);
        break;
      case BACKOFF_SCOPE:
        policy.backoffPerHost = "host".equals(word(option, text));
        break;
      case JITTER:
        policy.jitter = Jitter.valueOf(word(option, text).toUpperCase(Locale.ROOT));
        break;
      case DEADLINE:
        policy.deadlineNanos = Syntax.nanosOrNone(text);
        break;
      case PER_TRY_TIMEOUT:
        policy.perTryTimeoutNanos = atLeast(1, Syntax.nanosOrNone(text), "must be more than 0");
        break;
      case BUDGET:
        policy.budget = LimitSyntax.budget(text);
        break;
      case RATE_LIMIT:
        policy.rateLimit = LimitSyntax.rateLimit(text);
        break;
      case MAX_WAITING:
        settings().maxWaiting = LimitSyntax.maxWaiting(text);
        break;
      case REPLAY_BUFFER:
        replayBuffer(text);
        break;
      case DRAIN:
        policy.drainBytes = (int) Math.min(Integer.MAX_VALUE, Syntax.bytes(text));
        break;
      case DEFER_TO:
        policy.deferTo = ListSyntax.headers(text);
        break;
      case ATTEMPT_HEADER:
        policy.attemptHeader = attemptHeader(text);
        break;
      case IF_READY:
        policy.ifReady = flag(option, text);
        break;
      case RESUME:
        policy.resume = ListSyntax.resume(text);
        break;
      case COMMIT:
        policy.commitsAtFirstByte = "first-byte".equals(word(option, text));
        break;
      case RELOCATED_CLIENTS:
        settings().relocatedClients = flag(option, text);
        break;
      case LOG:
        settings().log = log(text);
        break;
      case LOG_LEVEL:
        settings().logLevel = LogLevel.valueOf(word(option, text).toUpperCase(Locale.ROOT));
        break;
      case LOG_FORMAT:
        settings().logsJson = "json".equals(word(option, text));
        break;
      case REDACT:
        settings().redactedPaths = RedactedPaths.of(text);
        break;
      case CONTROL:
        settings().controlled = "local".equals(word(option, text));
        break;
      case RELOAD:
        settings().reloadNanos =
            atLeast(LEAST_RELOAD_NANOS, Syntax.nanosOrNone(text), "less than 100ms");
        break;
    }
  }

  private static boolean flag(Option option, String text) throws BadValue {
    return "true".equals(word(option, text));
  }

  /** Returns the text, which must be one of the words that the option's syntax consists of. */
  private static String word(Option option, String text) throws BadValue {
    return Syntax.oneOf(text, ListSyntax.items(option.syntax()));
  }

  private static void checkService(String text) throws BadValue {
    BadValue.throwIf(text.isEmpty());
    BadValue.throwIf(
        text.length() > Syntax.LONGEST_NAME, "longer than " + Syntax.LONGEST_NAME + " characters");
    BadValue.throwIf(!Syntax.isOneLine(text), "control characters");
  }

  private static long atLeast(long least, long number, String otherwise) throws BadValue {
    BadValue.throwIf(number < least, otherwise);
    return number;
  }

  private static String attemptHeader(String text) throws BadValue {
    String name = Syntax.headerOrNone(text);
    BadValue.throwIf(
        name != null && TAKEN_HEADERS.contains(" " + name.toLowerCase(Locale.ROOT) + " "),
        "this header already has a meaning");
    return name;
  }

  private static String log(String text) throws BadValue {
    if (!text.startsWith(Settings.LOG_FILE)) {
      Syntax.oneOf(text, Arrays.asList("stderr", "none"));
    }
    BadValue.throwIf(text.equals(Settings.LOG_FILE), "the path is missing");
    return text;
  }

  private void replayBuffer(String text) throws BadValue {
    int colon = text.indexOf(':');
    if (colon < 0) {
      String standard = Option.REPLAY_BUFFER.defaultText();
      replayBuffer(text + standard.substring(standard.indexOf(':')));
      return;
    }
    long perCall = Syntax.bytes(text.substring(0, colon));
    settings().replayBufferBytes = Syntax.bytes(text.substring(colon + 1));
    policy.replayBufferBytes = perCall;
  }
}
