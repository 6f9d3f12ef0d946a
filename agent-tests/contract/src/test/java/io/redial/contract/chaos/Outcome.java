package io.redial.contract.chaos;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What the application saw of a call.
 *
 * @param facts all that does not differ from call to call
 */
record Outcome(Map<String, String> facts) {
  /** Times, threads and objects; messages, which may name an address; and what rule 1.2 adds. */
  private static final Pattern OTHERS =
      Pattern.compile(
          "id|elapsed|returned-after|.*\\.thread|thread|.*class|.*\\.text|.*\\.message|body\\.opened"
              + "|.*\\.suppressed\\..*|entries\\..*|outsider\\..*|chaos\\..*|handler\\.calls"
              + "|response\\..*|request\\..*|uri|.*statuses.*");

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

  /** The same but for some facts. */
  Outcome without(Set<String> keys) {
    Map<String, String> fewer = new TreeMap<>(facts);
    fewer.keySet().removeAll(keys);
    return new Outcome(fewer);
  }

  @Override
  public String toString() {
    return facts.toString();
  }
}
