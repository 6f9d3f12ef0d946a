/**
 * A server that takes a while to initialise and says so to clients that ask (Kubernetes' KEP-3028):
 * the filter, and just enough of a server to see it work.
 */
package com.example.initializing;
