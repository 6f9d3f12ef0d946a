/** java.net.http as applications use it: the two subjects and the scenarios that only it has. */
package io.redial.subjects.jdk;
