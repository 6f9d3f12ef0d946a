package io.redial.subjects;

/** How an application hands a request's body to its client. */
public enum BodyKind {
  /** No body. */
  NONE(true),
  /** A text in memory. */
  STRING(true),
  /** Bytes in memory. */
  BYTES(true),
  /** A file on disk. */
  FILE(true),
  /** A new stream each time that the client asks, or, where it asks only once, just a stream. */
  STREAM(false),
  /** A supplier that hands out one and the same stream, which is empty the second time. */
  ONE_SHOT(false),
  /** Something of the application's own that pushes bytes on demand, of known length. */
  PUBLISHER(false),
  /** The same of unknown length (chunked on HTTP/1.1), which refuses to be asked twice. */
  ONE_TIME_PUBLISHER(false);

  private final boolean repeatable;

  BodyKind(boolean repeatable) {
    this.repeatable = repeatable;
  }

  /** Whether the client itself can send it again (rule 6.2). */
  public boolean repeatable() {
    return repeatable;
  }
}
