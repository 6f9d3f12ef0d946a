package io.redial.cli.report;

/**
 * The fields of a recorded event. A field that the event does not have, because another version of
 * Redial recorded it, is empty, 0 or false.
 */
public interface EventFields {

  /** A text; never null. */
  String text(String field);

  /** A whole number. */
  long number(String field);

  /** A span of time, in nanoseconds. */
  long nanos(String field);

  /** A truth value. */
  boolean flag(String field);
}
