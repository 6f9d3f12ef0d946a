package io.redial.policy.backoff;

import java.util.Locale;

/** Why a call is retried: the kinds of {@code retry-on} (rule 2). */
public enum Cause {
  /** 429 or 5xx with a usable {@code Retry-After} (rule 2.1). */
  RETRY_AFTER,
  /** The connection was lost before the response's head was complete (rule 2.2). */
  CONNECTION_ERROR,
  /** Connection refused (rule 2.3). */
  CONNECT_FAILURE,
  /** The server provably never processed the request (rule 2.4). */
  UNPROCESSED,
  /** Connecting or waiting for a response took too long (rule 2.5). */
  TIMEOUT,
  /** A status that {@code retry-on} names (rule 2.6). */
  STATUS;

  private final String key = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** Returns the name in options, counters and logs: {@code retry-after}, {@code timeout}, … */
  public String key() {
    return key;
  }
}
