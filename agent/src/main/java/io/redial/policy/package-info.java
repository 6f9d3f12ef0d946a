/**
 * What to retry, when, and how long to wait: the contract's decisions (rules 2 to 5) as pure code.
 *
 * <p>Nothing here does I/O, starts a thread or knows a client's types; a clock and a random source
 * are handed in. This package imports nothing else of Redial.
 */
package io.redial.policy;
