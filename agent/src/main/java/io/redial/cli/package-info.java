/** {@code java -jar redial-agent.jar}: the operator's tool. */
package io.redial.cli;
