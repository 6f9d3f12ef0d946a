package io.redial.policy.stream;

import io.redial.policy.HeaderFields;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;

/**
 * How the body of one response is resumed after it breaks off (rule 10). The bytes come from one
 * source after the other: first the application's own response, then the answers to requests for
 * the rest. A plan sees all of them and decides which the application gets, so that its reader sees
 * one body: no byte twice, and none missing (rule 10.5).
 *
 * <p>A plan is handed from source to source and used by one thread at a time. Its methods do not
 * throw, whatever a server sends.
 *
 * <p>For each source, the methods are called in this order:
 *
 * <ol>
 *   <li>for all but the first, {@link #target} and {@link #ask} shape the request, {@link #sent} is
 *       called when it is sent, and {@link #judge} looks at the head of the answer;
 *   <li>{@link #take} takes its bytes; after each call {@link #next} says what to do then;
 *   <li>at its end, {@link #resumesAfterEnd} or {@link #resumesAfterCut} says whether another
 *       source is to follow.
 * </ol>
 *
 * If none is to follow, or none can be obtained, the application gets {@link #remainder}, and then
 * either the end of its body or the original error: {@link #endsInOrder} says which.
 */
public abstract class StreamPlan {
  /** What an answer to a request for the rest means. */
  public enum ResumeVerdict {
    /** It contains the bytes that follow, though perhaps not all of them. */
    CONTINUES,
    /** Nothing of the body is missing. */
    COMPLETE,
    /** It is anything else, so the body is not resumed. */
    REFUSED
  }

  /** What to do with a source after some of its bytes. */
  public enum Next {
    /** Continue reading. */
    READ,
    /**
     * Drop it, because the stream itself said that it has to be restarted: {@link #resumesAfterEnd}
     * is called as after an orderly end.
     */
    RESTART,
    /** Drop it, because nothing in it can be trusted: the body ends with the original error. */
    ABANDON
  }

  /** Stands for the length of a body that the client hands out as it was sent, never decoded. */
  public static final long AS_SENT = -2;

  static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private boolean endsInOrder;
  private boolean stays;

  /**
   * Turns this into a plan for a body that is not resumed, because its client cannot ask for the
   * rest: it only filters out what the application did not ask for.
   *
   * @return this plan, or null if there is nothing to filter out
   */
  public final StreamPlan withoutResuming() {
    stays = true;
    return filters() ? this : null;
  }

  /** Returns whether the body is not resumed in any case: {@link #withoutResuming}. */
  protected final boolean stays() {
    return stays;
  }

  /** Returns whether the response may contain something that only Redial asked for. */
  public boolean filters() {
    return false;
  }

  /**
   * Takes bytes of a source.
   *
   * @param bytes may be returned itself, and is then unchanged; otherwise its bytes are consumed,
   *     unless {@link #next} drops the source
   * @return what the application gets now, perhaps nothing; valid until the next call
   */
  public abstract ByteBuffer take(ByteBuffer bytes);

  /**
   * Returns whether the application gets all bytes unchanged. Then the plan need not see them:
   * {@link #passed} may be called instead of {@link #take}.
   */
  public boolean isVerbatim() {
    return false;
  }

  /**
   * Called when {@code count} bytes have gone from a source to the application, for a plan that
   * {@link #isVerbatim}.
   */
  public void passed(long count) {
    throw new IllegalStateException("not verbatim");
  }

  /** Returns whether it is certain already that nothing of the body is missing. */
  public boolean isWhole() {
    return false;
  }

  /**
   * Returns what to do after the bytes that were taken last. The application first gets what {@link
   * #take} returned for them.
   */
  public Next next() {
    return Next.READ;
  }

  /**
   * Called when the source has come to an orderly end, or is dropped after {@link Next#RESTART}.
   *
   * @return whether another source has to follow
   */
  public final boolean resumesAfterEnd() {
    endsInOrder = true;
    return !stays && afterEnd();
  }

  /**
   * Called when the source has broken off.
   *
   * @return whether another source may follow
   */
  public final boolean resumesAfterCut() {
    endsInOrder = false;
    return !stays && afterCut();
  }

  /**
   * Makes the body end with the original error, for example for {@link Next#ABANDON}, unless a
   * source comes to an orderly end later.
   */
  protected final void endWithError() {
    endsInOrder = false;
  }

  /** See {@link #resumesAfterEnd}. */
  protected abstract boolean afterEnd();

  /** See {@link #resumesAfterCut}. */
  protected abstract boolean afterCut();

  /**
   * Returns what was held back of the body, once it is clear that the body is not resumed: without
   * Redial, the reader would have seen it. Called once.
   */
  public ByteBuffer remainder() {
    return NOTHING;
  }

  /**
   * Returns whether a body that is not resumed ends as if it were complete, and not with the
   * original error; never after {@link Next#ABANDON}.
   */
  public boolean endsInOrder() {
    return endsInOrder;
  }

  /**
   * Returns the URI of the request for the rest.
   *
   * @param target that of the application's request: an absolute URI, or a path and query as on the
   *     wire
   */
  public String target(String target) {
    return target;
  }

  /** Sets the header fields of a request for the rest. */
  public abstract void ask(BiConsumer<String, String> header);

  /** Called when a request for the rest is sent. */
  public abstract void sent();

  /**
   * Called before the first byte of a source is taken, where the client follows redirects.
   *
   * @param uri where the source comes from after all redirects: an absolute URI
   * @return false if it cannot be part of the body, because it comes from another place
   */
  public boolean comesFrom(String uri) {
    return true;
  }

  /**
   * Judges the head of the answer.
   *
   * @param length the length of its body in bytes as the client hands it out, -1 if that is not
   *     known, or {@link #AS_SENT}
   */
  public abstract ResumeVerdict judge(int status, HeaderFields headers, long length);

  /**
   * Returns whether the head of an answer that {@link ResumeVerdict#CONTINUES} is enough to know
   * that the body is resumed; otherwise its first byte is needed.
   */
  public boolean resumesWithHead() {
    return false;
  }

  /** Returns the least wait before the next request for the rest, in nanoseconds from now. */
  public long leastWaitNanos() {
    return 0;
  }

  /**
   * Returns whether the last source brought anything. A source that did not is a failed retry like
   * any other (rule 5.1), even if the server answered.
   */
  public boolean hasProgressed() {
    return true;
  }
}
