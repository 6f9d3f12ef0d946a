/** Races within a call; in its package, because what they are about is nobody else's. */
package io.redial.call;
