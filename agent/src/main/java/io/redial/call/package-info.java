/**
 * A call in progress: its attempts, waits, deadline and replay buffer.
 *
 * <p>There is one {@link io.redial.call.Call} for each use of a client, and one synchronous and one
 * asynchronous driver, which ask {@code policy} for every decision. This package may use {@code
 * config} and {@code policy}; it knows no client's types.
 */
package io.redial.call;
