package io.redial.kernel;

import java.util.concurrent.CompletableFuture;

/**
 * The end of one attempt of an asynchronous client, which tells of it in several ways: to its
 * callback, by the body of the response, and by releasing the consumer, in any order and on any
 * thread. It counts once. Here, because a call whose attempt does not end never ends. Thread-safe.
 *
 * @param <R> the client's response
 */
public final class AttemptCompletion<R> {
  private static final String WHERE = "end of an attempt";

  /** The attempt. Any of its methods may fail but the first, which is the kernel's. */
  public interface Owner<R> {

    /** Returns whether the response was given up on: {@link ClientOutcome#givenUp}. */
    boolean givenUp();

    /** Called first, once: the client is done with the attempt, and no clock need run. */
    void over();

    /** Does what matters of that by the simplest means, after a fault. */
    void overAfterFault();

    /**
     * Called when the client is done with an attempt whose body the application gets from Redial.
     *
     * @param thrown null for an orderly end
     */
    void left(Throwable thrown);

    /**
     * Called once with the outcome.
     *
     * @param response null if there is a failure, or nothing was kept of a response that is given
     *     up on
     */
    void ended(R response, Throwable failure);

    /** Does the same by the simplest means. */
    void settle(R response, Throwable failure, Throwable fault);
  }

  private final FaultLog log;
  private final ApplicationCode applications;
  private final Owner<R> owner;
  private volatile boolean isOver;

  // Guarded by this.
  private boolean isReleased;
  private boolean isReported;
  private boolean isEnding;

  /** What the client has told while Redial was ending the exchange, or null. */
  private Runnable heldBack;

  /**
   * Creates the end of an attempt that has not begun.
   *
   * @param releases whether the client tells when the connection of a response that is given up on
   *     can be used again; the attempt does not end before
   */
  public AttemptCompletion(
      FaultLog log, ApplicationCode applications, Owner<R> owner, boolean releases) {
    this.log = log;
    this.applications = applications;
    this.owner = owner;
    this.isReleased = !releases;
  }

  /** Returns whether the client is done with the attempt. */
  public boolean isOver() {
    return isOver;
  }

  /** Called when the client is done with the attempt. Returns true only once. */
  public boolean over() {
    synchronized (this) {
      if (isOver) {
        return false;
      }
      isOver = true;
    }
    if (!FaultBoundary.run(log, WHERE, owner::over)) {
      FaultBoundary.attempt(owner::overAfterFault);
    }
    return true;
  }

  /**
   * Ends the exchange. A failure that the client tells meanwhile is held back until that is done:
   * until then, the client may ask its own retry layer about the exchange, which must find the
   * attempt and not send the request again.
   *
   * @param leave leaves a connection that other calls use
   * @param cancel cancels the exchange
   */
  public void by(FaultBoundary.Step leave, FaultBoundary.Step cancel) {
    synchronized (this) {
      isEnding = true;
    }
    FaultBoundary.run(log, WHERE, leave);
    if (!FaultBoundary.run(log, WHERE, cancel)) {
      FaultBoundary.attempt(cancel);
    }
    Runnable reporting;
    synchronized (this) {
      isEnding = false;
      reporting = heldBack;
      heldBack = null;
    }
    if (reporting != null) {
      reporting.run();
    }
  }

  /**
   * Called when the client has told its callback; what it tells it later does not count.
   *
   * @param thrown null if the attempt was successful
   * @param kept the response if it is given up on
   * @param body the body that the application gets from Redial, which says how the attempt ends; or
   *     null
   * @param signals what the client tells of the response; or null
   */
  public void report(
      R result, Throwable thrown, R kept, PushedBody<?, ?, ?> body, ResponseSignals<?> signals) {
    synchronized (this) {
      if (isEnding && thrown != null) {
        heldBack = () -> report(result, thrown, kept, body, signals);
        return;
      }
    }
    if (!over()) {
      return;
    }
    if (thrown != null && signals != null && body == null) {
      signals.failed(thrown);
    }
    if (owner.givenUp()) {
      reportKept(kept, thrown != null);
    } else if (body == null) {
      report(result, thrown);
    } else {
      left(thrown, body.clientResult(), signals);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // It reports.
  private void left(
      Throwable thrown, CompletableFuture<?> clientResult, ResponseSignals<?> signals) {
    if (!FaultBoundary.run(log, WHERE, () -> owner.left(thrown)) && signals != null) {
      FaultBoundary.attempt(() -> signals.failed(thrown));
    }
    clientResult.whenComplete( // Another thread may be handling the cut.
        (seen, cut) -> {
          if (cut != null) {
            report(null, cut);
          }
        });
  }

  /** Called when the client has released the connection of its response. */
  public void released(R kept) {
    synchronized (this) {
      isReleased = true;
    }
    if (isOver && owner.givenUp()) {
      reportKept(kept, false);
    }
  }

  private void reportKept(R kept, boolean isConnectionGone) {
    synchronized (this) {
      if (!isReleased && !isConnectionGone) {
        return;
      }
    }
    report(kept, null);
  }

  /** Reports the outcome, unless there is one already. */
  public void report(R response, Throwable failure) {
    synchronized (this) {
      if (isReported) {
        return;
      }
      isReported = true;
    }
    try {
      owner.ended(response, failure);
    } catch (Throwable thrown) {
      if (thrown == applications.thrown()) {
        throw Exceptions.sneakyThrow(thrown);
      }
      owner.settle(response, failure, thrown);
    }
  }
}
