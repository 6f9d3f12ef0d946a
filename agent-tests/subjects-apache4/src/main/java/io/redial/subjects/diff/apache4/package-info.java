/** The odd calls of HttpClient 4 and HttpAsyncClient 4. */
package io.redial.subjects.diff.apache4;
