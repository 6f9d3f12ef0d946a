package io.redial.policy.backoff;

/**
 * Makes a program's own {@link Backoff}. Option {@code backoff} names it: by the full name of the
 * class or, if it is registered for {@link java.util.ServiceLoader}, by the simple name. It needs a
 * public constructor without parameters and must be on the class path of the program (rule 4.2).
 */
public interface BackoffFactory {

  /**
   * Creates a backoff that many threads use at once. All policies with the same options {@code
   * backoff} and {@code backoff-scope} share it.
   */
  <K> Backoff<K> create();
}
