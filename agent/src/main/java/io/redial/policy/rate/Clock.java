package io.redial.policy.rate;

/** Time as the policy sees it, so that tests can own it. Thread-safe. */
public interface Clock {

  /** The JVM's own two clocks. */
  Clock SYSTEM =
      new Clock() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public long wallMillis() {
          return System.currentTimeMillis();
        }
      };

  /** Monotonic nanoseconds from an arbitrary origin; what waits and limits are measured by. */
  long nanos();

  /** Milliseconds since 1970; only for an HTTP-date that comes without a {@code Date} header. */
  long wallMillis();
}
