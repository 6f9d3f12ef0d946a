/**
 * An agent of the tests that stands before Redial's: it lets them throw from any of Redial's
 * methods. Built as one jar that brings its own copy of ByteBuddy under another name.
 */
package io.redial.chaos;
