/** HTTP clients in caches and in vendors' libraries, without the agent and with it. */
package io.redial.contract.corners;
