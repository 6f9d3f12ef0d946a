/** Limits on how often something may happen, and the clock that measures them. */
package io.redial.policy.rate;
