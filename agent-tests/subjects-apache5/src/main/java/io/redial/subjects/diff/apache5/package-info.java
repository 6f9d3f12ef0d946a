/** The odd calls of HttpClient 5. */
package io.redial.subjects.diff.apache5;
