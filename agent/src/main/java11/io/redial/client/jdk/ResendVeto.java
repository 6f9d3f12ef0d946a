package io.redial.client.jdk;

/** A body handler of Redial's that knows whether the client may send its request again (7.1). */
interface ResendVeto {
  /**
   * Whether the client must not send again by itself, which it is about to do.
   *
   * @param reason what the client knows of it, in its own words; null up to Java 25
   */
  boolean standsBack(Object reason);

  /**
   * For an attempt after the first: attempts must not multiply.
   *
   * @param reason as above
   */
  static boolean afterTheFirst(Object reason) {
    // From 26 on: the connections have no free stream, so that nothing was lost.
    return !String.valueOf(reason).contains("StreamLimitException");
  }
}
