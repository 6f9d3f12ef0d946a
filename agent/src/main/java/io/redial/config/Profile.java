package io.redial.config;

/**
 * Option {@code profile}: other defaults for some options. A value from any source overrides it.
 */
final class Profile {
  /** client-go's wait after an error; part of its profile, not an option of its own. */
  static final long CLIENT_GO_ERROR_DELAY_NANOS = 1_000_000_000L;

  private Profile() {}

  /** Returns the profile's default for an option, or null if the profile does not change it. */
  static String defaultOf(Option option, String profile) {
    switch (profile) {
      case "client-go":
        return clientGo(option);
      case "resilient":
        return option == Option.RETRY_ON
            ? "retry-after+connection-error+connect-failure+unprocessed+timeout+429+502+503+504"
            : null;
      default:
        return null;
    }
  }

  private static String clientGo(Option option) {
    switch (option) {
      case METHODS:
        return "GET";
      case RETRY_ON:
        return "retry-after+connection-error";
      case MAX_ERROR_RETRIES:
        return "10";
      case BACKOFF:
      case JITTER:
      case DEADLINE:
        return "none";
      case BUDGET:
        return "off";
      default:
        return null;
    }
  }
}
