package io.redial.subjects;

/** How an application takes a response's body. */
public enum Reading {
  /** As one text, by the client's own means. */
  TEXT,
  /** As one array, by the client's own means. */
  BYTES,
  /** Not at all; the client throws it away. */
  DISCARD,
  /** As a blocking stream, read after the call. */
  STREAM,
  /** As a stream of lines, read after the call. */
  LINES,
  /** As a reactive publisher, subscribed to after the call. */
  PUBLISHER,
  /** Pushed piece by piece into the application's own consumer. */
  CONSUMER,
  /** Into a file that exists already. */
  FILE,
  /** Into a file that must not exist yet, so that a second try of the same would fail. */
  NEW_FILE
}
