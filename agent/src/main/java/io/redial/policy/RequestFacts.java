package io.redial.policy;

/** What the policy needs to know of a request. */
public interface RequestFacts {

  /** Returns the method as sent on the wire, e.g. {@code GET}; methods are case-sensitive. */
  String method();

  /**
   * Returns the query of the request's URI as sent on the wire, percent-encoded; null if there is
   * none or if it is not known. Without it, no watch is recognised (rule 10.4).
   */
  default String query() {
    return null;
  }

  /**
   * Returns the path of the request's URI as sent on the wire, percent-encoded; a query may follow.
   * Null if it is not known. Without it, no watch is recognised (rule 10.4).
   */
  default String path() {
    return null;
  }

  /** Returns the request's header fields as the application set them. */
  HeaderFields headers();

  /** Returns whether the body can be sent again byte for byte at this moment (rule 6.1). */
  boolean repeatable();
}
