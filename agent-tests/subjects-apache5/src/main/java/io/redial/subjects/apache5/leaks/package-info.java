/** Programs that keep what calls with HttpClient 5 gave them. */
package io.redial.subjects.apache5.leaks;
