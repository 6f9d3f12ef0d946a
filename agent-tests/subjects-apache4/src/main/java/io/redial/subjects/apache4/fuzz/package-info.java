/** Readers of streams that break off, with HttpClient 4 and HttpAsyncClient 4. */
package io.redial.subjects.apache4.fuzz;
