/** Streams of events that break off again and again. */
package io.redial.contract.nets.streams;
