package io.redial.subjects.diff;

import java.io.IOException;

/** What an application's own consumer of a response does; it fails at the step that is named. */
public final class Consumption {
  private final Journal journal;
  private final String failing;
  private int length;

  /** Nothing yet. */
  public Consumption(Journal journal, String failing) {
    this.journal = journal;
    this.failing = failing;
  }

  /** Takes a step that comes once. */
  public void step(String step) throws IOException {
    journal.event("consumer", step);
    if (step.equals(failing)) {
      throw new IOException("no " + step);
    }
  }

  /** Takes a piece; how many there are depends on the moment. */
  public void data(int more) throws IOException {
    length += more;
    if (failing.equals("data")) {
      step("data");
    }
  }

  /** How many bytes or characters came. */
  public int result() throws IOException {
    step("result");
    return length;
  }

  /** Is told of a failure. */
  public void failed(Exception cause) {
    journal.noteOnce("consumer failed", cause.getClass().getName());
  }

  /** Lets go of what it holds. */
  public void release() {
    journal.noteOnce("consumer released", "yes");
    if (failing.equals("releaseResources")) {
      throw new IllegalStateException("no release");
    }
  }
}
