/**
 * Servers on the loopback: {@link io.redial.contract.server.Origin} (WireMock) for plain responses,
 * {@link io.redial.contract.server.FaultServer} for what goes wrong on HTTP/1.1 connections and
 * {@link io.redial.contract.server.H2Server} for what goes wrong on HTTP/2 ones.
 */
package io.redial.contract.server;
