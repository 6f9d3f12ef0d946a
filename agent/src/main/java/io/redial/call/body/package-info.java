/**
 * The bodies of a call in progress: the request body that can be sent again, byte for byte or not
 * at all (rules 6.1 to 6.5), and the bounded copy of a response that is given up on (rule 8).
 */
package io.redial.call.body;
