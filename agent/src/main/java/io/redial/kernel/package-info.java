/**
 * Where faults inside Redial are caught (rule 1.4), and where the bodies of responses are that
 * Redial has to do with and that clients push. A fault in this package itself is outside that
 * promise, so it is small, and it calls nothing of Redial's but what it is given.
 */
package io.redial.kernel;
