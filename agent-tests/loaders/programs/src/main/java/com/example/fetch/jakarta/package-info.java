/** The servlet of the tests, for containers that know no javax.servlet any more. Java 8. */
package com.example.fetch.jakarta;
