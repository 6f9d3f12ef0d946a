package io.redial.kernel;

/** What one attempt sends of a request body. */
public class Upload<K, W> {
  /** Null before the attempt has begun, or if the body is not copied. Set by the body. */
  volatile Cursor<K, W> cursor;

  /** One time that an attempt sends the body from its beginning. Guarded by the body. */
  static final class Cursor<K, W> extends ReplayCursor {
    K sink;
    W wake;

    /** Whether the client was told of the end, and whether it was before it began again. */
    boolean isEnded;

    boolean wasEnded;

    /** Whether the client, which has the whole body, has decided to send it once more. */
    volatile boolean isSentAgain;

    /** The failure of the connection, or null. */
    volatile Throwable broken;
  }
}
