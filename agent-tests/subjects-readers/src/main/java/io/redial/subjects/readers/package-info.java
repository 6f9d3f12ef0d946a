/**
 * Programs that read streams of events with libraries, as the libraries' manuals show it. Each
 * prints what it sees.
 */
package io.redial.subjects.readers;
