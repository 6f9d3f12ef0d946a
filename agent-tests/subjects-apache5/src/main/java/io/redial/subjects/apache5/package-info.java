/** HttpClient 5 as applications use it: blocking and asynchronous, full and minimal clients. */
package io.redial.subjects.apache5;
