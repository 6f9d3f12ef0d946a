package io.redial.contract;

import io.redial.subjects.Reply;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What an application can tell of a call, without what differs from call to call (rule 1.1). */
final class VisibleFacts {
  /**
   * Names of implementation classes, which no application may build on; times; and counts that are
   * taken while the client may still be letting go. Which of its own threads calls a handler, the
   * caller's or a worker, is a race within the JDK.
   */
  private static final Set<String> OWN =
      Set.of(
          "id",
          "handler.thread",
          "body.released",
          "consumer.releases",
          "elapsed",
          "returned-after",
          "future.class",
          "response.class",
          "request.class");

  private VisibleFacts() {}

  /** With threads by their kind. */
  static Map<String, String> of(Reply reply) {
    Map<String, String> visible = new TreeMap<>(reply.facts());
    visible.keySet().removeAll(OWN);
    visible.replaceAll(
        (key, value) -> key.endsWith(".thread") ? value.replaceAll("[0-9]+", "N") : value);
    return visible;
  }

  /** Of a call whose body went on in a later response, which another thread may bring. */
  static Map<String, String> ofResumed(Reply reply) {
    Map<String, String> visible = of(reply);
    visible.keySet().removeIf(key -> key.endsWith(".thread"));
    return visible;
  }
}
