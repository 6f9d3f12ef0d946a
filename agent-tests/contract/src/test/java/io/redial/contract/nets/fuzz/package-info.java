/**
 * Scenarios drawn from a seed: servers that break off, lie and refuse, and readers of all kinds.
 */
package io.redial.contract.nets.fuzz;
