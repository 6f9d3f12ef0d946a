package io.redial.policy;

import java.util.function.LongUnaryOperator;

/** How a backoff delay is randomised (rule 4.4). */
public enum Jitter {
  /** Uniform between 0 and the delay. */
  FULL,
  /** Uniform between half the delay and the delay. */
  EQUAL,
  /** No jitter: the delay is used as it is, and hints are not spread either. */
  NONE;

  /**
   * Returns a delay with jitter.
   *
   * @param nanos the delay, 0 or more
   * @param random returns a uniform random number from 0 to its argument, both included
   */
  long apply(long nanos, LongUnaryOperator random) {
    switch (this) {
      case FULL:
        return random.applyAsLong(nanos);
      case EQUAL:
        return nanos / 2 + random.applyAsLong(nanos - nanos / 2);
      default:
        return nanos;
    }
  }
}
