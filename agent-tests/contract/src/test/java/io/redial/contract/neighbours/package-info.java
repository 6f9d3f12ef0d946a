/** Other agents and libraries that change classes, beside Redial. */
package io.redial.contract.neighbours;
