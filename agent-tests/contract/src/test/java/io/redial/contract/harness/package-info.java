/**
 * How a test talks to programs that run under the agent: JDKs, processes, the fluent {@link
 * io.redial.contract.harness.Subject} and the matrix of rules and clients.
 */
package io.redial.contract.harness;
