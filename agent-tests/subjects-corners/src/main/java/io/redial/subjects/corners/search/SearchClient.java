package io.redial.subjects.corners.search;

import java.io.Closeable;

/** A vendor's client of a cluster. */
interface SearchClient extends Closeable {
  /** Reads a document, by GET. */
  String read() throws Exception;

  /** Writes a document, by POST. */
  String write() throws Exception;

  /** Takes the name of a node of which a client says that it failed. */
  @FunctionalInterface
  interface Failures {
    void failed(String url);
  }
}
