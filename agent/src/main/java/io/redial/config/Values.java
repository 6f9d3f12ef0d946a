package io.redial.config;

import io.redial.policy.RetryPolicy;

/** The values of the options, in general or for one route. Filled once, then only read. */
// An EnumMap would use reflection, which costs a cold JVM more than the rest of this package.
@SuppressWarnings("EnumOrdinal")
final class Values {
  private final Values general;
  private final Value[] own = new Value[Option.values().length];

  /**
   * Creates an empty set of values.
   *
   * @param general the values that a route inherits, or null for the general values themselves
   */
  Values(Values general) {
    this.general = general;
  }

  /** Sets an option that no stronger source has set. */
  void setIfAbsent(Option option, Value value) {
    if (own[option.ordinal()] == null) {
      own[option.ordinal()] = value;
    }
  }

  /**
   * Returns a copy that inherits from other values, or from none if they are null, and has one
   * value set in place of the one from any other source.
   */
  Values with(Values newGeneral, Option option, Value value) {
    Values copy = new Values(newGeneral);
    System.arraycopy(own, 0, copy.own, 0, own.length);
    copy.own[option.ordinal()] = value;
    return copy;
  }

  /** Returns the value that is set here, or null. */
  Value own(Option option) {
    return own[option.ordinal()];
  }

  /** Returns the value that is set here or in general, or null. */
  Value explicit(Option option) {
    Value value = own(option);
    return value != null || general == null ? value : general.explicit(option);
  }

  /**
   * Returns the effective value: the one that is set, the profile's default, or the option's
   * default.
   */
  Value get(Option option) {
    Value value = explicit(option);
    if (value != null) {
      return value;
    }
    Value profile = explicit(Option.PROFILE);
    String text = profile == null ? null : profileDefault(option, profile.text());
    return text == null
        ? new Value(option.defaultText(), Origin.DEFAULT)
        : new Value(text, Origin.profile(profile.text()));
  }

  /** Returns the profile's default for an option, or null if the profile does not change it. */
  private static String profileDefault(Option option, String profile) {
    if (profile.equals("resilient") && option == Option.RETRY_ON) {
      return "retry-after+connection-error+connect-failure+unprocessed+timeout+429+502+503+504";
    }
    if (!profile.equals("client-go")) {
      return null;
    }
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

  /**
   * Returns the policy that results from the values.
   *
   * @param route the name of the route that it is for, or null outside the routes
   */
  RetryPolicy policy(String route) {
    RetryPolicy.Builder policy = assigned().policy;
    policy.route = route;
    return policy.build();
  }

  Settings settings() {
    Settings settings = assigned().settings();
    if (explicit(Option.MAX_WAITING) != null) {
      settings.maxWaiting = settings.maxWaiting.everywhere();
    }
    return settings;
  }

  private OptionBinder assigned() {
    OptionBinder assignment = new OptionBinder();
    for (Option option : Option.values()) {
      String text = get(option).text();
      try {
        if (text != null) {
          assignment.set(option, text);
        }
      } catch (BadValue impossible) {
        throw new IllegalStateException(option.key() + "=" + text, impossible);
      }
    }
    return assignment;
  }
}
