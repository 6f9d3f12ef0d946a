/**
 * Programs that make odd calls and write down all that an application can see of them. Run without
 * the agent and with it, they must write the same. They know nothing of Redial.
 */
package io.redial.subjects.diff;
