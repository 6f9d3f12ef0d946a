package io.redial.config;

import io.redial.policy.RetryPolicy;
import java.util.EnumMap;

/** What the options are set to, in general or by one route. Filled once, then only read. */
final class Values {
  private final Values general;
  private final EnumMap<Option, Value> own = new EnumMap<>(Option.class);

  /**
   * No values yet.
   *
   * @param general what a route inherits from, or null for the general values themselves
   */
  Values(Values general) {
    this.general = general;
  }

  /** Sets an option that no stronger source has set. */
  void setIfAbsent(Option option, Value value) {
    own.putIfAbsent(option, value);
  }

  /** A copy with one value more, which is stronger than all. */
  Values with(Option option, Value value, Values newGeneral) {
    Values copy = new Values(newGeneral);
    copy.own.putAll(own);
    copy.own.put(option, value);
    return copy;
  }

  /** What is set here, or null. */
  Value own(Option option) {
    return own.get(option);
  }

  /** What is set here or in general, or null. */
  Value explicit(Option option) {
    Value value = own(option);
    return value != null || general == null ? value : general.explicit(option);
  }

  /** What holds: what is set, or the profile's default, or the option's. */
  Value get(Option option) {
    Value value = explicit(option);
    if (value != null) {
      return value;
    }
    Value profile = explicit(Option.PROFILE);
    String text = profile == null ? null : Profile.defaultOf(option, profile.text());
    return text == null
        ? new Value(option.defaultText(), Origin.DEFAULT)
        : new Value(text, Origin.profile(profile.text()));
  }

  RetryPolicy policy() {
    return assigned().policy.build();
  }

  Settings settings() {
    return assigned().settings.build();
  }

  private Assignment assigned() {
    Assignment assignment = new Assignment();
    for (Option option : Option.all()) {
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
