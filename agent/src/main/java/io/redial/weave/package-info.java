/**
 * Which method of which class leads to which adapter: a plain class file transformer with exact
 * names in front, the bytecode behind it, and the gate through which woven code calls.
 */
package io.redial.weave;
