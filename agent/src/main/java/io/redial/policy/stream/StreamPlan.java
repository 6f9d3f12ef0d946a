package io.redial.policy.stream;

import io.redial.policy.HeaderFields;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;

/**
 * How the body of one response goes on after it breaks off (rule 10). The bytes come from one
 * source after the other: first the application's own response, then the answers to requests for
 * the rest. A plan sees all of them, and says what of them the application gets, so that its reader
 * sees one body: nothing twice and nothing missing (rule 10.5).
 *
 * <p>A plan is handed from source to source and used by one thread at a time. Its methods do not
 * throw, whatever a server sends.
 *
 * <p>In the life of a source:
 *
 * <ol>
 *   <li>for all but the first, {@link #target} and {@link #ask} shape the request, {@link #sent} is
 *       told when it goes out, and {@link #judge} looks at the head of the answer;
 *   <li>{@link #take} takes its bytes; after each of them {@link #next} says how to go on;
 *   <li>at its end, {@link #goesOnAfterEnd} or {@link #goesOnAfterCut} says whether there is to be
 *       another source.
 * </ol>
 *
 * If there is none, or none can be had, the application gets {@link #remainder}, and then either
 * the end of its body or the original error: {@link #endsInOrder} says which.
 */
public abstract class StreamPlan {
  /** What an answer to a request for the rest means. */
  public enum Answer {
    /** It brings what follows, perhaps not all of it. */
    CONTINUES,
    /** Nothing is missing. */
    COMPLETE,
    /** It is something else, so that the body does not go on. */
    REFUSED
  }

  /** What is to be done with a source after some of its bytes. */
  public enum Next {
    /** Go on reading. */
    READ,
    /**
     * Drop it, because the stream itself told that it has to be begun again: as after its end,
     * {@link #goesOnAfterEnd} is asked.
     */
    RESTART,
    /** Drop it, because nothing of it can be trusted: the body ends with the original error. */
    SURRENDER
  }

  /** Stands for the length of a body that the client hands out as it was sent, never decoded. */
  public static final long AS_SENT = -2;

  private boolean endsInOrder;
  private boolean stays;

  /**
   * The same plan for a body that does not go on, because its client cannot ask for the rest: it
   * only keeps from the application what the application did not ask for.
   *
   * @return null if there is nothing to keep from it
   */
  public final StreamPlan withoutGoingOn() {
    stays = true;
    return filters() ? this : null;
  }

  /** Whether the body does not go on whatever happens: {@link #withoutGoingOn}. */
  protected final boolean stays() {
    return stays;
  }

  /** Whether the response may contain what only Redial asked for. */
  public boolean filters() {
    return false;
  }

  /**
   * Takes bytes that a source has brought.
   *
   * @param bytes the very bytes may be returned, and then they are untouched; otherwise they are
   *     used up
   * @return what the application gets now, perhaps nothing; valid until the next call
   */
  public abstract ByteBuffer take(ByteBuffer bytes);

  /**
   * Whether the application gets the bytes just as they come. Then they need not be shown: {@link
   * #passed} may take the place of {@link #take}.
   */
  public boolean isVerbatim() {
    return false;
  }

  /** So many bytes went from a source to the application, of a stream that {@link #isVerbatim}. */
  public void passed(long count) {
    throw new IllegalStateException("not verbatim");
  }

  /** Whether it is certain already that nothing of the body is missing. */
  public boolean isWhole() {
    return false;
  }

  /** What follows the bytes that were taken last; the application gets what they brought first. */
  public Next next() {
    return Next.READ;
  }

  /**
   * The source has come to an orderly end, or is dropped after {@link Next#RESTART}.
   *
   * @return whether another source has to follow
   */
  public final boolean goesOnAfterEnd() {
    endsInOrder = true;
    return !stays && afterEnd();
  }

  /**
   * The source has broken off.
   *
   * @return whether another source may follow
   */
  public final boolean goesOnAfterCut() {
    endsInOrder = false;
    return !stays && afterCut();
  }

  /** For {@link Next#SURRENDER}: the body ends with the original error. */
  protected final void endWithError() {
    endsInOrder = false;
  }

  /** See {@link #goesOnAfterEnd}. */
  protected abstract boolean afterEnd();

  /** See {@link #goesOnAfterCut}. */
  protected abstract boolean afterCut();

  /**
   * What was held back of the body, once it is clear that it does not go on: what the reader would
   * have seen without Redial. Asked once.
   */
  public ByteBuffer remainder() {
    return ByteBuffer.allocate(0);
  }

  /**
   * Whether a body that does not go on ends as if it were complete, and not with the original
   * error; never after {@link Next#SURRENDER}.
   */
  public boolean endsInOrder() {
    return endsInOrder;
  }

  /**
   * The URI of the request for the rest.
   *
   * @param target of the application's request: an absolute URI, or a path and query as on the wire
   */
  public String target(String target) {
    return target;
  }

  /** Sets the header fields of a request for the rest. */
  public abstract void ask(BiConsumer<String, String> header);

  /** A request for the rest is sent now. */
  public abstract void sent();

  /**
   * Judges the head of the answer.
   *
   * @param length how many bytes its body has as the client hands it out, -1 if that is not known,
   *     or {@link #AS_SENT}
   */
  public abstract Answer judge(int status, HeaderFields headers, long length);

  /**
   * Whether the head of an answer that {@link Answer#CONTINUES} is enough to know that the body
   * goes on; otherwise its first byte is.
   */
  public boolean goesOnWithHead() {
    return false;
  }

  /** How long to wait at least before the next request for the rest, in nanoseconds from now. */
  public long leastWaitNanos() {
    return 0;
  }

  /**
   * Whether the last source brought anything. One that did not is a failed retry like any other
   * (rule 5.1), even if the server answered.
   */
  public boolean hasProgressed() {
    return true;
  }
}
