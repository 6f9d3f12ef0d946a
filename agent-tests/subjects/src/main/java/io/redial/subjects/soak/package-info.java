/**
 * A program that makes calls of every form, for minutes, against a server that fails on purpose,
 * and says what came of them. It knows no agent.
 */
package io.redial.subjects.soak;
