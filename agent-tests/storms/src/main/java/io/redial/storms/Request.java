package io.redial.storms;

/**
 * A request that reached the server.
 *
 * @param second when, from the start
 * @param call the number of the user's call
 * @param served whether it was answered with 200, not turned away with 503
 */
record Request(double second, int call, boolean served) {}
