package io.redial.subjects.diff;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What a callback is told. A client's own type of callbacks is declared by a subclass. */
public abstract class Callback<T> {
  private final Journal journal;
  private final RuntimeException failure;
  private final CountDownLatch told = new CountDownLatch(1);

  /**
   * Nothing yet.
   *
   * @param failure what the callback throws; null for nothing
   */
  protected Callback(Journal journal, RuntimeException failure) {
    this.journal = journal;
    this.failure = failure;
  }

  /** Waits until it is told, but not for ever. */
  public final void await() {
    try {
      if (!told.await(2, TimeUnit.SECONDS)) {
        journal.note("callback", "not called");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void told(String what) {
    journal.note("callback", what);
    told.countDown();
    if (failure != null) {
      throw failure;
    }
  }

  public void completed(T result) {
    told("completed with " + Journal.type(result));
  }

  public void failed(Exception thrown) {
    told("failed with " + thrown.getClass().getName());
  }

  public void cancelled() {
    told("cancelled");
  }
}
