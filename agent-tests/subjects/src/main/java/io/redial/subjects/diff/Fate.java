package io.redial.subjects.diff;

/** What a server does to the first attempt of an upload; it takes every further one. */
enum Fate {
  TAKEN(false),
  RESET_AT_FIRST(true),
  RESET_IN_THE_MIDDLE(true),
  RESET_AFTERWARDS(true),
  EARLY_503(true),
  EARLY_413(false),
  EARLY_200(false),
  LATE_503(true);

  private final boolean retryable;

  Fate(boolean retryable) {
    this.retryable = retryable;
  }

  boolean isRetryable() {
    return retryable;
  }

  /** The name in a case's name. */
  String label() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  /** The step for the first attempt. */
  OddServer.Step step(int size) {
    switch (this) {
      case RESET_AT_FIRST:
        return Answers.resetAfter(1);
      case RESET_IN_THE_MIDDLE:
        return Answers.resetAfter(size / 2);
      case RESET_AFTERWARDS:
        return Answers.reset();
      case EARLY_503:
        return early(size, 503, "Retry-After: 0");
      case EARLY_413:
        return early(size, 413);
      case EARLY_200:
        return early(size, 200);
      case LATE_503:
        return Answers.of(503, "not now", "Retry-After: 0");
      default:
        return Answers.ok("taken");
    }
  }

  private static OddServer.Step early(int size, int status, String... headers) {
    return visit -> {
      visit.readBody(size / 4);
      StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Early\r\n");
      for (String header : headers) {
        head.append(header).append("\r\n");
      }
      visit.write(head + "Connection: close\r\nContent-Length: 5\r\n\r\nearly");
      visit.finish();
    };
  }
}
