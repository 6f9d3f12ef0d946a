/**
 * How the bodies of responses go on after a cut, for clients that push them: what of its bytes the
 * application gets, and the calls that request the rest. Knows no client. Faults in it are caught
 * by the {@code kernel}, which holds the bodies themselves.
 */
package io.redial.body;
