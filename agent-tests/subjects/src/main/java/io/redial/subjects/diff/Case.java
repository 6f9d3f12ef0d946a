package io.redial.subjects.diff;

/**
 * One odd call.
 *
 * @see Cases
 */
public final class Case {
  /** Makes the call and writes down what it sees. */
  public interface Play {
    void run(Journal journal) throws Exception;
  }

  private final String name;
  private final boolean retryable;
  private final Play play;

  Case(String name, boolean retryable, Play play) {
    this.name = name;
    this.retryable = retryable;
    this.play = play;
  }

  /** Its name, unique among all. */
  public String name() {
    return name;
  }

  /** Whether its outcome is one that a retry could mend. */
  public boolean isRetryable() {
    return retryable;
  }

  void run(Journal journal) throws Exception {
    play.run(journal);
  }
}
