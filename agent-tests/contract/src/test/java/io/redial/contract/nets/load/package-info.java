/**
 * Healthy calls of unmodified programs, many at a time, without the agent and with it: alone, and
 * beside calls that are retried, cancelled, hurried or ended. Nothing may differ.
 */
package io.redial.contract.nets.load;
