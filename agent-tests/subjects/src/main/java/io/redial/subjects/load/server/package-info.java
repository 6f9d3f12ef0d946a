/**
 * A fast server for HTTP/1.1 and HTTP/2 without TLS that keeps connections, counts them and checks
 * every body. No client and no agent is known here.
 */
package io.redial.subjects.load.server;
