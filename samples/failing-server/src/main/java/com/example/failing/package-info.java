/**
 * A server that fails by a script, in the ways that real ones do: WireMock for what can be said in
 * HTTP, a plain socket for connections that are torn down.
 */
package com.example.failing;
