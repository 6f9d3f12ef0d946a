/**
 * How the body of a response is resumed after it breaks off (rule 10): what of it has to be
 * understood, what asks for the rest, and which answers continue it. No I/O and no threads; may use
 * {@code policy}.
 */
package io.redial.policy.stream;
