/**
 * An adapter for each client, in a package of its own: translates that client's request, response
 * and failure for {@code call}. Adapters take no decisions.
 */
package io.redial.client;
