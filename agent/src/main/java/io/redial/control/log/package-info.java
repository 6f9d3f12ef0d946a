/** The small SLF4J logger behind Redial's own log: standard error, a file, or nothing. */
package io.redial.control.log;
