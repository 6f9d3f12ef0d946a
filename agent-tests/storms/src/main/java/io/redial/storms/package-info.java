/**
 * The storm experiment: a server of fixed capacity fails for a while, and clients in JVMs of their
 * own call it on, each with another way to retry. Measured where it hurts, at the server.
 */
package io.redial.storms;
