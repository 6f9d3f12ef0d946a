/**
 * The JVM's flags, images and odd surroundings: under each of them the same program has the same
 * outcomes.
 */
package io.redial.contract.flags;
