/** What KEP-3028's filter costs a server: a look at the request's headers, and a volatile read. */
package io.redial.benchmarks.ready;
