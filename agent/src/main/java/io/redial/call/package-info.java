/**
 * A call in progress: its attempts, waits, deadline and replay buffer.
 *
 * <p>One {@link io.redial.call.Call} for each use of a client, one synchronous and one asynchronous
 * driver over the one decision of {@code policy}. May use {@code config} and {@code policy}; knows
 * no client's types.
 */
package io.redial.call;
