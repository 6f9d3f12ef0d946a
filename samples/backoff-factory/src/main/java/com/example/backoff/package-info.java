/**
 * A backoff of one's own: put the jar on the program's class path and name the class in option
 * {@code backoff}, in full or, because it is registered, by its simple name.
 */
package com.example.backoff;
