package io.redial.subjects;

import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/**
 * How often so far the client let go of what the application gave to a call: {@code key}; and how
 * many bytes of its body the application has. The reply names each thing; a client may let go of it
 * after the call is over.
 */
public final class Releases implements Scenario {
  private static final Map<String, Map<String, IntSupplier>> COUNTS = new ConcurrentHashMap<>();

  /** Offers a count of a call's; a key of null offers nothing. */
  public static void offer(String key, String thing, IntSupplier count) {
    if (key != null) {
      COUNTS.computeIfAbsent(key, k -> new ConcurrentHashMap<>()).put(thing, count);
    }
  }

  @Override
  public Map<String, String> run(Map<String, String> args) {
    Reply reply = new Reply();
    COUNTS
        .getOrDefault(args.get("key"), Collections.emptyMap())
        .forEach((thing, count) -> reply.put(thing, count.getAsInt()));
    return reply.facts();
  }
}
