package io.redial.contract.chaos;

import java.util.List;

/** The options under which calls are broken, and which calls these are. */
enum Setting {
  /** With the defaults of most applications. */
  CALLS(Setting.QUICK, Kind.CALLS),

  /** With what only looks on. */
  PASSIVE(Setting.QUICK + ",mode=observe", Kind.CALLS),

  /** With attempts that take too long. */
  TIMED(
      Setting.ONCE + ",retry-on=retry-after+connection-error+timeout,per-try-timeout=600ms",
      Kind.SLOW),

  /** With all that concerns bodies. */
  STREAMS(Setting.QUICK + ",resume=range+sse+watch,commit=first-byte", Kind.STREAMS);

  private static final String ANY = "budget=off,backoff=none,jitter=none";
  private static final String QUICK = ANY + ",max-retries=2";

  /** One retry, because each attempt takes as long as it may. */
  private static final String ONCE = ANY + ",max-retries=1";

  /** The agent's. */
  final String options;

  @SuppressWarnings("ImmutableEnumChecker") // They are.
  final List<Kind> kinds;

  Setting(String options, List<Kind> kinds) {
    this.options = options;
    this.kinds = kinds;
  }
}
