/**
 * What {@code report} makes of a flight recording: the numbers, and a page that shows them. Events
 * are read one at a time and summed up, so neither memory nor the page grows with the recording.
 * The texts in a recording are not trusted.
 */
package io.redial.cli.report;
