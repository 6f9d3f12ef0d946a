/** Proofs that a client gets its retries, and its unloading, whatever loader it is in. */
package io.redial.loaders;
