package io.redial.control;

import io.redial.config.Configuration;
import io.redial.config.Option;

/** The two lines that tell an operator that Redial is there, and by what it runs. */
final class StartLine {
  private static final Option[] SHOWN = {
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

  private StartLine() {}

  /** At start: version, JDK, service, and where the options come from. */
  static String ofStart(Configuration configuration, String clients) {
    StringBuilder line = new StringBuilder(160).append(Version.text());
    line.append(" on Java ").append(System.getProperty("java.version"));
    String service = configuration.settings().service();
    if (service != null) {
      line.append(", service ").append(service);
    }
    String config = configuration.settings().config();
    line.append(config == null ? ", no file of options" : ", options from " + config);
    return line.append("; covers ").append(clients).toString();
  }

  /** At a client's first use: the policy that holds outside the routes. */
  static String ofFirstUse(Configuration configuration, String client) {
    StringBuilder line = new StringBuilder(240).append(client).append(" in use:");
    for (Option option : SHOWN) {
      line.append(' ').append(option.key()).append('=');
      line.append(configuration.value(option).text());
    }
    return line.toString();
  }
}
