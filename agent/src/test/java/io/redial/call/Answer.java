package io.redial.call;

import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * What a client makes of one attempt: a response, or a failure, after some time.
 *
 * @param status of a response, or 0 for a failure
 * @param retryAfter the response's field {@code Retry-After}, or null
 * @param kind what kind of failure it is, or null for a response
 * @param nanos how long the attempt takes
 */
record Answer(int status, String retryAfter, Failure kind, long nanos) {

  static Answer status(int status) {
    return new Answer(status, null, null, 0);
  }

  static Answer retryAfter(int status, String value) {
    return new Answer(status, value, null, 0);
  }

  static Answer fails(Failure kind) {
    return new Answer(0, null, kind, 0);
  }

  /** The same after that time. */
  Answer after(Duration time) {
    return new Answer(status, retryAfter, kind, time.toNanos());
  }

  boolean isFailure() {
    return kind != null;
  }

  HeaderFields headers() {
    return name ->
        retryAfter != null && name.equalsIgnoreCase("Retry-After")
            ? List.of(retryAfter)
            : List.of();
  }

  /** The client's own exception of attempt {@code number}. */
  Told exception(int number) {
    return new Told(kind, number);
  }

  /** A failure as the client tells it. */
  static final class Told extends IOException {
    private static final long serialVersionUID = 1;

    final transient Failure kind;

    Told(Failure kind, int number) {
      super(kind + " in attempt " + number);
      this.kind = kind;
    }
  }
}
