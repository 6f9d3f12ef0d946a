/**
 * Runs unmodified programs without and with the agent against the failing server, and says of each
 * call whether it went as it should.
 */
package com.example.demo;
