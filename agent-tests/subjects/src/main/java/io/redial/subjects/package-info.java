/**
 * The programs that run under the agent, each in a JVM of its own, and the words in which a test
 * talks to them. Java 8, no dependency but the client under test; nothing here knows the agent.
 */
package io.redial.subjects;
