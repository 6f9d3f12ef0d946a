package io.redial.contract.chaos;

import io.redial.subjects.BodyKind;
import io.redial.subjects.chaos.Fault;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What the application saw of a call.
 *
 * @param facts all that does not differ from call to call
 */
record Outcome(Map<String, String> facts) {
  /**
   * Times, threads and objects; messages, which may name an address; what rule 1.2 adds; and counts
   * that are taken while the client is still letting go.
   */
  private static final Pattern OTHERS =
      Pattern.compile(
          "id|elapsed|returned-after|.*\\.thread|thread|.*class|.*\\.text|.*\\.message|body\\.opened"
              + "|.*\\.suppressed\\..*|entries\\..*|outsider\\..*|chaos\\..*|handler\\.calls"
              + "|body\\.released|consumer\\.releases|response\\..*|request\\..*|uri|.*statuses.*");

  private static final Pattern FAILURES =
      Pattern.compile("(thrown|callback|reading)\\.\\d\\.class");

  static Outcome of(Map<String, String> reply) {
    Map<String, String> facts = new TreeMap<>();
    reply.forEach(
        (key, value) -> {
          if (FAILURES.matcher(key).matches() || !OTHERS.matcher(key).matches()) {
            facts.put(key, value);
          }
        });
    return new Outcome(facts);
  }

  /** The classes of the failures that the application was told of, in whatever way. */
  static Set<String> failures(Map<String, String> reply) {
    Set<String> failures = new TreeSet<>();
    reply.forEach(
        (key, value) -> {
          if (FAILURES.matcher(key).matches()) {
            failures.add(value);
          }
        });
    return failures;
  }

  /** The same but for some facts. */
  Outcome without(Set<String> keys) {
    Map<String, String> fewer = new TreeMap<>(facts);
    fewer.keySet().removeAll(keys);
    return new Outcome(fewer);
  }

  /** A body that Redial was sending, and could not go on with: the client says so in its way. */
  static boolean isBrokenBody(Kind kind, Map<String, String> reply) {
    return kind.body() == BodyKind.STREAM
        && "java.io.IOException".equals(reply.get("thrown.0.class"))
        && "the request's body could not be sent".equals(reply.get("thrown.0.message"));
  }

  /**
   * More of a response than is kept was dropped already: its body breaks off in the client's way.
   */
  static boolean isLost(Kind kind, Map<String, String> reply) {
    boolean broken = reply.containsKey("thrown.0.class") || reply.containsKey("reading.0.class");
    boolean dropped =
        "the rest of the response was discarded".equals(reply.get("thrown.0.message"));
    return broken
        && (kind.isLong() || dropped)
        && reply.values().stream().noneMatch(value -> value.contains(Fault.MARK));
  }

  /**
   * An attempt took too long, which is the outcome if no other one follows; or what the client
   * reports of its connection, which was closed for that.
   */
  static boolean hasTimedOut(Kind kind, Map<String, String> reply) {
    boolean closed = "Socket closed".equals(reply.get("thrown.0.message"));
    return kind.isSlow()
        && (closed || reply.getOrDefault("thrown.0.class", "").endsWith("TimeoutException"))
        && reply.values().stream().noneMatch(value -> value.contains(Fault.MARK));
  }

  /** What the failures say. */
  static String messages(Map<String, String> reply) {
    Map<String, String> messages = new TreeMap<>(reply);
    messages.keySet().removeIf(key -> !key.matches("(thrown|callback).*message"));
    return messages.toString();
  }

  @Override
  public String toString() {
    return facts.toString();
  }
}
