/** Clients that keep responses. */
package io.redial.subjects.corners.caching;
