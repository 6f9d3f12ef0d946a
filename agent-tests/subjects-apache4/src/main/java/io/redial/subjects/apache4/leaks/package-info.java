/** Programs that keep what calls with HttpClient 4 and HttpAsyncClient 4 gave them. */
package io.redial.subjects.apache4.leaks;
