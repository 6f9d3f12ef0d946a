package io.redial.subjects.soak;

import io.redial.subjects.load.LoadCall;
import io.redial.subjects.load.LoadResponse;

/** A thread that makes one call after the other, and can be replaced if one does not end. */
final class Caller extends Thread {
  private final Soak soak;
  private volatile boolean abandoned;
  private Form form;
  private LoadCall call;
  private long id;
  private long began;
  private boolean hung;

  Caller(Soak soak) {
    super("caller");
    this.soak = soak;
    setDaemon(true);
  }

  @Override
  public void run() {
    long next = soak.next();
    while (next >= 0 && !abandoned) {
      make(next);
      next = soak.next();
    }
  }

  private void make(long next) {
    Form drawn = soak.form(next);
    LoadCall made = soak.call(drawn);
    synchronized (this) {
      id = next;
      form = drawn;
      call = made;
      began = System.nanoTime();
      hung = false;
    }
    Object outcome = outcome(drawn, made);
    synchronized (this) {
      call = null;
      if (!hung && outcome instanceof Throwable) {
        soak.outcomes().add(next, drawn.kind(), (Throwable) outcome);
      } else if (!hung) {
        soak.outcomes().add(next, drawn.kind(), (String) outcome);
      }
    }
    Thread.interrupted();
  }

  /** The exception that it ended with, or else a text. */
  private Object outcome(Form drawn, LoadCall made) {
    Runnable uncancel = soak.cancelLater(drawn, made);
    try {
      LoadResponse response = made.run();
      if (response.status() != 200) {
        return "status " + response.status();
      }
      return response.isGood(drawn.down()) ? "good" : "damaged";
    } catch (Throwable thrown) {
      if (drawn.isUndisturbed() || Outcomes.isOdd(thrown)) {
        soak.outcomes().tell(drawn.request(), thrown);
      }
      return thrown;
    } finally {
      uncancel.run();
    }
  }

  /** Notes, once, that the call in hand takes longer than that, and ends it. */
  synchronized boolean checks(long limitNanos) {
    if (call == null || hung || System.nanoTime() - began < limitNanos) {
      return false;
    }
    hung = true;
    StringBuilder stack = new StringBuilder();
    for (StackTraceElement element : getStackTrace()) {
      stack.append(" at ").append(element);
    }
    soak.outcomes().add(id, form.kind(), "hung");
    System.err.println("hung " + id + " " + form.request() + stack);
    call.cancel();
    return true;
  }

  /** Whether the call does not end though it was cancelled that long ago. */
  synchronized boolean isStuck(long limitNanos) {
    return call != null && hung && System.nanoTime() - began > limitNanos;
  }

  void abandon() {
    abandoned = true;
    interrupt();
  }
}
