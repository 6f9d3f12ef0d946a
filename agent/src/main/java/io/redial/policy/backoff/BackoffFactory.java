package io.redial.policy.backoff;

/**
 * Makes a {@link Backoff} of one's own: name the class in option {@code backoff}, or register it
 * for {@link java.util.ServiceLoader}. It needs a public constructor without parameters and must be
 * on the class path of the program (rule 4.2).
 */
public interface BackoffFactory {

  /** A new backoff; one is made for each policy, and used by many threads at once. */
  <K> Backoff<K> create();
}
