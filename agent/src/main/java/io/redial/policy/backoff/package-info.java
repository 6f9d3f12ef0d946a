/**
 * client-go's rate limiters for the JVM: how long the next retry of an item waits (rule 4.2).
 *
 * <p>Pure like the rest of {@code policy}: the clock is handed in, and nothing sleeps here.
 */
package io.redial.policy.backoff;
