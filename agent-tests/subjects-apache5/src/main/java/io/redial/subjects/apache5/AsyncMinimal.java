package io.redial.subjects.apache5;

/** The same with the minimal clients. */
public final class AsyncMinimal extends Async {
  /** The minimal client. */
  public AsyncMinimal() {
    super(true);
  }
}
