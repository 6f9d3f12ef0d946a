/**
 * client-go's rate limiters for the JVM: how long the next retry of an item waits (rule 4.2).
 *
 * <p>Pure like the rest of {@code policy}: time and chance are handed in, nothing sleeps here.
 */
package io.redial.policy.backoff;
