package io.redial.subjects.fuzz;

/** What a client can do. */
final class Traits {
  /** Whether it follows redirects. */
  final boolean redirects;

  /** Whether its streams can be resumed. */
  final boolean resumes;

  /** Whether a body in memory can be sent again without a copy. */
  final boolean repeats;

  /**
   * Whether a stream that is reset at once takes the head with it: the client fails the call before
   * it has returned the response, as without Redial.
   */
  final boolean losesHeads;

  /**
   * Whether it ends a body whose stream is refused after it has begun. To HttpClient 5, that is a
   * reason for its own retries, and it shows the beginning twice.
   */
  final boolean showsRefusals;

  /**
   * Whether it takes the end of a connection for that of a body in chunks where a chunk could
   * begin: HttpCore before 4.4.
   */
  final boolean missesCuts;

  /** Whether it now and then waits for ever for a stream whose connection is gone, by itself. */
  final boolean hangs;

  /** Joined by plus signs, as an argument has them. */
  Traits(String text) {
    redirects = text.contains("redirects");
    repeats = text.contains("repeats");
    resumes = text.contains("resumes");
    showsRefusals = text.contains("showsRefusals");
    hangs = text.contains("hangs");
    missesCuts = text.contains("missesCuts");
    losesHeads = text.contains("losesHeads");
  }
}
