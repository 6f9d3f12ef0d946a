package io.redial.call;

import io.redial.policy.Decision;

/** An attempt as the attempt log shows it (rule 11.3). Immutable. */
public final class AttemptRecord {
  private final int number;
  private final long wallMillis;
  private final int status;
  private final Throwable failure;
  private final Decision decision;

  AttemptRecord(int number, long wallMillis, int status, Throwable failure, Decision decision) {
    this.number = number;
    this.wallMillis = wallMillis;
    this.status = status;
    this.failure = failure;
    this.decision = decision;
  }

  AttemptRecord with(Decision other) {
    return new AttemptRecord(number, wallMillis, status, failure, other);
  }

  /**
   * Returns the record of a call that ended with the given failure and not with this attempt's
   * outcome.
   */
  AttemptRecord endedBy(Throwable thrown) {
    return new AttemptRecord(number, wallMillis, 0, thrown, decision);
  }

  /** Returns whether the attempt ended with the given failure. */
  @SuppressWarnings("ReferenceEquality") // The same failure, not an equal one.
  boolean hasFailedWith(Throwable thrown) {
    return failure == thrown;
  }

  /** Returns the number of the attempt within its call, counted from 1. */
  public int number() {
    return number;
  }

  /** Returns when the attempt ended, in milliseconds since 1970. */
  public long wallMillis() {
    return wallMillis;
  }

  /** The response's status, or 0 if there was none. */
  public int status() {
    return status;
  }

  /** The failure's type and message, or the status. */
  public String outcome() {
    if (failure == null) {
      return Integer.toString(status);
    }
    String message = failure.getMessage();
    String name = failure.getClass().getName();
    return message == null ? name : name + ": " + message;
  }

  /** Returns what was decided after the attempt. */
  public Decision decision() {
    return decision;
  }
}
