package io.redial.kernel;

import java.io.IOException;

/**
 * Calls the application's own code. What it throws is no fault: it is noted, by which it is known,
 * and thrown on.
 */
public class ApplicationCode {
  private volatile Throwable thrown;

  /** Gives it something. */
  public final <D, A> void give(D to, A argument, Exits.Signal<D, A> signal) {
    ask(
        () -> {
          signal.give(to, argument);
          return null;
        });
  }

  /** Asks it for something; the question is a reference to its own method. */
  public final <T> T ask(FaultBoundary.Question<T> question) {
    try {
      return question.answer();
    } catch (Throwable original) {
      note(original);
      throw Exceptions.sneakyThrow(original);
    }
  }

  /**
   * Has it send its request's body. The client gets what the connection or the application has
   * thrown, and of a fault a {@link BodyFault}.
   */
  public final void send(FaultBoundary.Step sending) {
    Throwable broken = FaultBoundary.thrownBy(sending);
    if (broken != null) {
      boolean isOurs = !(broken instanceof IOException) && broken != thrown;
      throw Exceptions.sneakyThrow(isOurs ? new BodyFault() : broken);
    }
  }

  /** Tells it something. */
  public final <D> void signal(D to, Exits.End<D> signal) {
    give(to, null, (receiver, nothing) -> signal.give(receiver));
  }

  /** Notes what it has thrown. */
  public final void note(Throwable original) {
    thrown = original;
  }

  /** Returns what it has thrown last, or null. */
  public final Throwable thrown() {
    return thrown;
  }
}
