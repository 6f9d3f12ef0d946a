/** Writes JSON, for {@code --json} and for the page of a report. */
package io.redial.cli.json;
