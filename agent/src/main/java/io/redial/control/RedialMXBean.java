package io.redial.control;

import java.util.Map;

/**
 * Redial as JMX shows it, registered as {@code io.redial:type=Redial} soon after the program's
 * first HTTP client was loaded. Thread-safe.
 */
public interface RedialMXBean {

  /** The agent's version. */
  String getVersion();

  /** Option {@code service}; empty if it is not set. */
  String getService();

  /** Whether calls may be retried at all (rule 11.1). */
  boolean isEnabled();

  /** Switches everything on or off; off also ends every wait with the response it has. */
  void setEnabled(boolean enabled);

  /** Retries made since the start, by reason: {@code retry-after}, {@code connection-error}, … */
  Map<String, Long> getRetries();

  /** Retries that were not made, by reason: {@code method}, {@code deadline}, {@code budget}, … */
  Map<String, Long> getRefusals();

  /** {@link #getRetries} for each host ({@code scheme://host:port}). */
  Map<String, Map<String, Long>> getRetriesByHost();

  /** {@link #getRefusals} for each host ({@code scheme://host:port}). */
  Map<String, Map<String, Long>> getRefusalsByHost();

  /** How many calls wait for their next attempt at this moment. */
  int getWaiting();

  /** Bytes that calls hold at this moment as copies of their request bodies (rule 6.3). */
  long getReplayBufferBytes();

  /**
   * Sends waiting retries now (rule 11.2).
   *
   * @param host {@code scheme://host:port}, or {@code *} for all
   * @return how many
   * @throws IllegalArgumentException if the host is null or empty
   */
  int retryNow(String host);

  /**
   * Ends waits: each call gets the outcome that it has (rules 8.2 and 11.2). Attempts in flight are
   * left alone.
   *
   * @param host {@code scheme://host:port}, or {@code *} for all
   * @return how many
   * @throws IllegalArgumentException if the host is null or empty
   */
  int cancelWaiting(String host);
}
