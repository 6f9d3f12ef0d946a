package io.redial.kernel;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * What a client itself has made of an attempt so far. It is noted as soon as the client's method
 * has returned or thrown, and whatever fails from then on, it is what the application gets (rule
 * 1.4). Its fields pass from thread to thread with the attempt.
 */
public class ClientOutcome {
  private boolean made;
  private Object response;
  private Throwable failure;
  private boolean unread;
  private volatile boolean givenUp;
  private volatile Throwable ending;

  /** Notes that the client is asked to make the attempt now. */
  public final void markMade() {
    made = true;
  }

  /** Returns whether the client was asked to make the attempt. */
  public final boolean isMade() {
    return made;
  }

  /**
   * Has the client make the attempt on this thread: the gate lets it through, and what the client
   * throws is noted.
   *
   * @param step calls {@link #markMade} and then the client's method; what fails before is no
   *     outcome
   */
  public final <T> T make(Object client, FaultBoundary.Question<T> step) throws Throwable {
    Object outer = ReentryGuard.open(client);
    try {
      return step.answer();
    } catch (Throwable thrown) {
      failure = made ? thrown : failure;
      throw thrown;
    } finally {
      ReentryGuard.close(outer);
    }
  }

  /** Does the same, and returns the outcome as {@link #answer} does. */
  public final <T> ClientOutcome answerOf(Object client, FaultBoundary.Question<T> step) {
    FaultBoundary.attempt(() -> response = make(client, step));
    return answer();
  }

  /** Notes what the client's method has returned, or Redial's wrapper of it. */
  public final void returned(Object returned) {
    response = returned;
  }

  /** Returns the client's response, or Redial's wrapper of it; null if there is none. */
  public final Object response() {
    return response;
  }

  /**
   * Sets whether the response holds its connection, and nobody has begun to read it. Without the
   * response, the connection would be lost to the client's pool.
   */
  public final void unread(boolean isUnread) {
    unread = isUnread;
  }

  /** Returns whether the response holds its connection, and nobody has begun to read it. */
  public final boolean isUnread() {
    return unread;
  }

  /** Notes the exception that the client threw, or that is thrown in its place. */
  public final void failedWith(Throwable thrown) {
    failure = thrown;
  }

  /** Returns the exception that the client threw, or that is thrown in its place; or null. */
  public final Throwable failure() {
    return failure;
  }

  /**
   * Notes that Redial itself ends the attempt, because it took too long. To be called before the
   * client notices.
   *
   * @param failure what the attempt fails with, whatever the client makes of its end
   */
  public final void endWith(Throwable failure) {
    ending = failure;
  }

  /**
   * Returns what the attempt failed with if the client reports that; null if it did not fail.
   *
   * @param reported the client's failure, or null
   */
  public final Throwable failureFor(Throwable reported) {
    Throwable own = ending;
    return reported == null || own == null ? reported : own;
  }

  /**
   * Sets whether the attempt's response is given up on, because a retry follows.
   *
   * @param isGivenUp false if the application gets the response after all
   */
  public final void giveUp(boolean isGivenUp) {
    if (givenUp != isGivenUp) { // A volatile read costs less than a write.
      givenUp = isGivenUp;
    }
  }

  /** Returns whether the response was given up on, so that nothing of it counts any more. */
  public final boolean givenUp() {
    return givenUp;
  }

  /**
   * Waits for a future of the client's, whose failure becomes the attempt's.
   *
   * @param asThrown returns what the client throws for the failure of a future
   * @throws Throwable that failure, or the interrupt of this thread
   */
  public final <T> T await(FaultLog log, Future<T> future, Function<Throwable, Throwable> asThrown)
      throws Throwable {
    try {
      return future.get();
    } catch (InterruptedException e) {
      failure = e;
    } catch (ExecutionException | CancellationException e) {
      Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
      failure = failureFor(FaultBoundary.ask(log, "outcome", () -> asThrown.apply(cause), cause));
    }
    throw failure;
  }

  /** Returns this outcome, or null if the client's method was not called. */
  public final ClientOutcome answer() {
    return made || failure != null ? this : null;
  }

  /** Returns the response, or throws the failure. */
  public final Object handOut() throws Throwable {
    if (failure != null) {
      throw failure;
    }
    return response;
  }

  /** Returns the outcome of a client's method that has returned that. */
  public static ClientOutcome returning(Object response) {
    ClientOutcome outcome = new ClientOutcome();
    outcome.returned(response);
    return outcome;
  }

  /** Returns the outcome of a client's method that has thrown that. */
  public static ClientOutcome throwing(Throwable failure) {
    ClientOutcome outcome = new ClientOutcome();
    outcome.failedWith(failure);
    return outcome;
  }
}
