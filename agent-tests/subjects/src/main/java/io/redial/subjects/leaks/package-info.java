/**
 * Programs that create and drop clients and keep what their calls gave them, and what is left of
 * the calls afterwards. They know nothing of the agent but the names of its packages.
 */
package io.redial.subjects.leaks;
