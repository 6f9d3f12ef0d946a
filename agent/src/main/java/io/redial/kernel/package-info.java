/**
 * Where faults inside Redial are caught (rule 1.4). A fault in this package itself is outside that
 * promise, so it is small, and it calls nothing of Redial's but what it is given.
 */
package io.redial.kernel;
