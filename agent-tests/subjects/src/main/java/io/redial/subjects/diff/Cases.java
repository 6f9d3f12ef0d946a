package io.redial.subjects.diff;

import java.util.ArrayList;
import java.util.List;

/** The cases of a client, in the order in which they were added. */
public final class Cases {
  private final List<Case> all = new ArrayList<>();
  private final String client;

  /** None yet, for the client of that name. */
  public Cases(String client) {
    this.client = client;
  }

  /** A call whose outcome nobody would retry. */
  public void add(String name, Case.Play play) {
    all.add(new Case(client + "/" + name, false, play));
  }

  /** A call whose outcome could be retried, by an idempotent method or for a hint. */
  public void addRetryable(String name, Case.Play play) {
    all.add(new Case(client + "/" + name, true, play));
  }

  /** One or the other. */
  public void add(String name, boolean retryable, Case.Play play) {
    all.add(new Case(client + "/" + name, retryable, play));
  }

  /** All of them. */
  public List<Case> all() {
    return all;
  }
}
