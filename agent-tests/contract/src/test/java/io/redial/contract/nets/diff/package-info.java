/**
 * Unmodified programs make odd calls without the agent and with it, and whatever they can see must
 * be the same.
 */
package io.redial.contract.nets.diff;
