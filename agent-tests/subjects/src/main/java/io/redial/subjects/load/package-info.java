/**
 * Ordinary programs that make many calls which all succeed, and calls that are cancelled or ended
 * beside them. They know nothing of the agent.
 */
package io.redial.subjects.load;
