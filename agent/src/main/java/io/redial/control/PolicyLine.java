package io.redial.control;

import io.redial.config.Configuration;
import io.redial.config.Option;

/** The line that tells an operator by which policy the calls of a client are retried. */
final class PolicyLine {
  private static final Option[] SHOWN = {
    Option.ENABLED,
    Option.MODE,
    Option.ROLLOUT,
    Option.PROFILE,
    Option.RETRY_ON,
    Option.METHODS,
    Option.MAX_RETRIES,
    Option.MAX_ERROR_RETRIES,
    Option.BACKOFF,
    Option.DEADLINE,
    Option.BUDGET,
  };

  private PolicyLine() {}

  /** Returns the line, with the policy for calls that no route matches. */
  static String of(Configuration configuration, String client) {
    StringBuilder line = new StringBuilder(240).append(client).append(" in use:");
    for (Option option : SHOWN) {
      line.append(' ').append(option.key()).append('=');
      line.append(configuration.value(option).text());
    }
    return line.toString();
  }
}
