package io.redial.subjects.chaos;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Has one of Redial's methods throw. Thread-safe. */
final class BrokenMethod implements Function<String, Throwable> {
  private final String method;
  private final Fault fault;
  private final int entry;
  private final AtomicInteger entries = new AtomicInteger();
  private final AtomicInteger thrown = new AtomicInteger();

  /**
   * A method that is to throw.
   *
   * @param entry which time it is entered, from 1; 0 for each time
   */
  BrokenMethod(String method, Fault fault, int entry) {
    this.method = method;
    this.fault = fault;
    this.entry = entry;
  }

  @Override
  public Throwable apply(String entered) {
    if (!entered.equals(method)) {
      return null;
    }
    int count = entries.incrementAndGet();
    if (entry != 0 && entry != count) {
      return null;
    }
    thrown.incrementAndGet();
    return fault.make();
  }

  int thrown() {
    return thrown.get();
  }
}
