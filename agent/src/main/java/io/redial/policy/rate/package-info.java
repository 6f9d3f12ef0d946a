/** How often something may happen, and the clock that this is measured by. */
package io.redial.policy.rate;
