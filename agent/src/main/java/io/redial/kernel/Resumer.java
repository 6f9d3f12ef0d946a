package io.redial.kernel;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Resumes a body after a cut, and says what of its bytes the application gets (rule 10). Used by
 * one thread at a time, but for {@link #abandon}. Whatever fails here, the application gets the
 * rest of its own response as it comes, or, if other responses have continued it, the original
 * error.
 */
public interface Resumer {

  /** What to do with a response after some of its bytes. */
  enum Next {
    READ,
    /** Drop it, and resume the body. */
    RESTART,
    /** Drop it; the body ends with the original error. */
    ABANDON
  }

  /** Returns whether the application gets all bytes at once and unchanged. */
  boolean isVerbatim();

  /** Returns whether the application does not get all bytes of its own response. */
  boolean filters();

  /** Returns whether nothing more of the body is missing. */
  boolean isWhole();

  /** Takes a piece, whose buffers it may consume, and returns what the application gets of it. */
  List<ByteBuffer> take(List<ByteBuffer> piece);

  /** Returns what to do after the piece that was taken last. */
  Next next();

  /**
   * Called when a response has ended.
   *
   * @param cut null for an orderly end
   * @param latest the latest cut of the body, or null
   * @param wanted false if the body is not to be resumed in any case
   * @return whether the rest is being requested: {@link PushedBody#from} or {@link
   *     PushedBody#giveUp} follows, perhaps already before this returns
   */
  boolean resumes(Throwable cut, Throwable latest, boolean wanted);

  /** Returns what was held back, once it is clear that the body is not resumed. */
  List<ByteBuffer> remainder();

  /**
   * Returns what the body ends with if it is not resumed; null for an orderly end.
   *
   * @param latest the latest cut of the body, or null
   * @param resumed whether the rest was requested before
   */
  Throwable endOf(Throwable latest, boolean resumed);

  /** Stops requesting the rest. Called on any thread, perhaps repeatedly. */
  void abandon();
}
