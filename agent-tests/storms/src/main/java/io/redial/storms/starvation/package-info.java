/**
 * The starvation experiment: one dependency of a service fails, and what counts is how much of its
 * other work the service still does. Each case runs with and without the agent at the same moment,
 * so that both meet the same machine.
 */
package io.redial.storms.starvation;
