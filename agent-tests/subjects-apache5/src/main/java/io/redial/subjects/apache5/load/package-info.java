/** Programs that make many ordinary calls with HttpClient 5. */
package io.redial.subjects.apache5.load;
