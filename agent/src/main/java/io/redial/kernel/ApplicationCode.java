package io.redial.kernel;

/**
 * Calls the application's own code with the outcome of its call. What it throws is no fault: it is
 * noted, by which it is known, and thrown on.
 */
public final class ApplicationCode {
  private volatile Throwable thrown;

  /** Gives it something. */
  public <D, A> void give(D to, A argument, Exits.Signal<D, A> signal) {
    try {
      signal.give(to, argument);
    } catch (Throwable original) {
      note(original);
      throw Exceptions.sneakyThrow(original);
    }
  }

  /** Tells it something. */
  public <D> void tell(D to, Exits.End<D> signal) {
    give(to, null, (told, nothing) -> signal.give(told));
  }

  /** Notes what it has thrown. */
  public void note(Throwable original) {
    thrown = original;
  }

  /** Returns what it has thrown last, or null. */
  public Throwable thrown() {
    return thrown;
  }
}
