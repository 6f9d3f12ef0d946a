package io.redial.subjects.load;

/** What an application got: the status, and whether the body is the one that was asked for. */
public final class LoadResponse {
  private final int status;
  private final BodyPattern.Check body;

  /** A response that was read to its end. */
  public LoadResponse(int status, BodyPattern.Check body) {
    this.status = status;
    this.body = body;
  }

  /** The status. */
  public int status() {
    return status;
  }

  /** Whether it is a 200 with so many bytes, all of them right. */
  public boolean isGood(long length) {
    return status == 200 && body.is(length);
  }

  @Override
  public String toString() {
    return "status " + status + " with " + body;
  }
}
