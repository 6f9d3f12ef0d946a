/** Programs that fetch a file too large to be kept in memory, and tell its digest. */
package io.redial.subjects.download;
