/** Programs that make many ordinary calls with HttpClient 4 and HttpAsyncClient 4. */
package io.redial.subjects.apache4.load;
