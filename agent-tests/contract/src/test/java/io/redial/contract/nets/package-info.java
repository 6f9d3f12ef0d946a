/** Many calls together, with the agent and without it: what a single call cannot show. */
package io.redial.contract.nets;
