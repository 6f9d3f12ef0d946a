package io.redial.subjects.diff;

/** The odd calls of one client. Has a public constructor without parameters. */
public interface Family {
  /** All its cases, in a stable order. */
  Cases cases() throws Exception;
}
