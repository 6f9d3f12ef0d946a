package io.redial.policy.rate;

/** Time as the policy sees it, so that tests can control it. Thread-safe. */
public interface Clock {

  /** The two clocks of the JVM. */
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

  /** Returns monotonic nanoseconds from an arbitrary origin; waits and limits use them. */
  long nanos();

  /** Returns milliseconds since 1970; HTTP-dates and the times of attempts use them. */
  long wallMillis();
}
