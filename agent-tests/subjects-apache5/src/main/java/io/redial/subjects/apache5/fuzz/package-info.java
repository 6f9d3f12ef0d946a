/** Readers of streams that break off, with HttpClient 5. */
package io.redial.subjects.apache5.fuzz;
