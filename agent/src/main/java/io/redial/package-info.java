/** The entry points of the agent and of the command line. */
package io.redial;
