package io.redial.policy;

/** What the policy needs to know of a request. */
public interface RequestFacts {

  /** The method as it goes on the wire, e.g. {@code GET}; methods are case-sensitive. */
  String method();

  /**
   * The query of its URI as it goes on the wire, percent-encoded; null if there is none, or if
   * nothing is known of it, so that no watch is recognized (rule 10.4).
   */
  default String query() {
    return null;
  }

  /** The request's header fields as the application set them. */
  HeaderFields headers();

  /** Whether the body can be sent again byte for byte at this moment (rule 6.1). */
  boolean repeatable();
}
