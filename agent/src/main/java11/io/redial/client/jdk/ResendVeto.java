package io.redial.client.jdk;

/** A body handler of Redial's that knows whether the client may send its request again (7.1). */
interface ResendVeto {
  /**
   * Whether to keep the client from the re-send that it is about to make.
   *
   * @param reason the client's {@code RetryContext}; null up to Java 25
   */
  boolean suppressesClientRetry(Object reason);

  /**
   * Returns the answer for an attempt after the first, so that attempts do not multiply.
   *
   * @param reason as in {@link #suppressesClientRetry}
   */
  static boolean afterTheFirst(Object reason) {
    // From 26 on, this says that the connections have no free stream, so that nothing was lost.
    return !String.valueOf(reason).contains("StreamLimitException");
  }
}
