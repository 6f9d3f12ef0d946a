package io.redial.policy;

/** How an attempt ended, as far as the policy has to know: with a response's head or a failure. */
public final class Outcome {
  private final int status;
  private final HeaderFields headers;
  private final Failure failure;
  private final boolean redirected;

  private Outcome(int status, HeaderFields headers, Failure failure, boolean redirected) {
    this.status = status;
    this.headers = headers;
    this.failure = failure;
    this.redirected = redirected;
  }

  /** The final response of an attempt, 1xx excluded; its header fields are read at most once. */
  public static Outcome response(int status, HeaderFields headers) {
    return new Outcome(status, headers, null, false);
  }

  /** Returns the outcome of an attempt that failed before the application got a response's head. */
  public static Outcome failure(Failure failure) {
    return new Outcome(0, null, failure, false);
  }

  /**
   * Returns the same outcome for an attempt in which the client followed a redirect (rule 2.11).
   */
  public Outcome afterRedirect() {
    return new Outcome(status, headers, failure, true);
  }

  /** The status, or 0 for a failure. */
  public int status() {
    return status;
  }

  /** The failure, or null for a response. */
  public Failure failure() {
    return failure;
  }

  HeaderFields headers() {
    return headers;
  }

  boolean redirected() {
    return redirected;
  }
}
