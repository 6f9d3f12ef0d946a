package io.redial.config;

import io.redial.policy.Digits;
import java.util.Map;

/**
 * Environment variables of other software that are used for options that are not set. Redial does
 * not report a mistake in one of them: the variable counts as not set, as it does for the software
 * that it belongs to.
 */
final class ThirdPartyVariables {
  static final String SERVICE = "OTEL_SERVICE_NAME";
  static final String BACKOFF_BASE = "KUBE_CLIENT_BACKOFF_BASE";
  static final String BACKOFF_DURATION = "KUBE_CLIENT_BACKOFF_DURATION";

  private static final long LONGEST_SECONDS = 365L * 86_400;

  private ThirdPartyVariables() {}

  /** Sets the service's name from OpenTelemetry's variable if it is not set yet. */
  static void service(Map<String, String> variables, Values values) {
    String name = service(variables);
    if (name != null) {
      values.setIfAbsent(Option.SERVICE, new Value(name, Origin.environment(SERVICE)));
    }
  }

  /**
   * Returns OpenTelemetry's name of the service, or null if it is not set or does not fit on a log
   * line.
   */
  static String service(Map<String, String> variables) {
    String name = variables.get(SERVICE);
    name = name == null ? "" : name.trim();
    boolean fits = !name.isEmpty() && name.length() <= Syntax.LONGEST_NAME;
    return fits && Syntax.isOneLine(name) ? name : null;
  }

  /**
   * Sets client-go's backoff of a host if no backoff is set. Both variables are whole seconds, and
   * one alone has no effect.
   */
  static void backoff(Map<String, String> variables, Values values) {
    long base = seconds(variables.get(BACKOFF_BASE));
    long most = seconds(variables.get(BACKOFF_DURATION));
    if (base < 0 || most < 0 || values.explicit(Option.BACKOFF) != null) {
      return;
    }
    Origin origin = Origin.environment(BACKOFF_BASE);
    String backoff = "exponential:" + Math.min(base, most) + "s:" + most + "s";
    values.setIfAbsent(Option.BACKOFF, new Value(backoff, origin));
    values.setIfAbsent(Option.BACKOFF_SCOPE, new Value("host", origin));
  }

  private static long seconds(String text) {
    return text == null ? -1 : Math.min(Digits.number(text), LONGEST_SECONDS);
  }
}
