/**
 * The programs that call: the same users, one way to retry for each. Java's own classes and the
 * libraries compared; nothing of Redial's, which comes as an agent or not at all.
 */
package io.redial.storms.caller;
