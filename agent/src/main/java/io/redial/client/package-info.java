/**
 * An adapter for each client, in a package of its own. It translates the client's request, response
 * and failure for {@code call}. Adapters make no decisions.
 */
package io.redial.client;
