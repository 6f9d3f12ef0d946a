/**
 * Connects the clients' methods with their adapters: a plain class file transformer that compares
 * names, the code that weaves, and the gate through which woven code calls.
 */
package io.redial.weave;
