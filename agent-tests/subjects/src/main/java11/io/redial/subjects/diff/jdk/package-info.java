/** The odd calls of java.net.http. */
package io.redial.subjects.diff.jdk;
