package io.redial.kernel;

/** What keeps the copy of a request body. It may fail, and calls no code of anybody else's. */
public interface BodyStore {

  /**
   * Adds a piece, which is the store's from now on.
   *
   * @return false if it does not fit, or everything was released
   */
  boolean append(byte[] piece);

  /** Returns the piece of the given index, or null if there is none. */
  byte[] piece(int index);

  /** Releases everything; nothing is added any more. */
  void free();
}
