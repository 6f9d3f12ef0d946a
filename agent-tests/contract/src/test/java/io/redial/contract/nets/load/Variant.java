package io.redial.contract.nets.load;

import java.util.List;
import java.util.stream.Collectors;

/**
 * How the agent is set.
 *
 * @param name the first segment of its calls' paths
 * @param options agent options, or null without the agent
 * @param retries whether calls are retried
 */
record Variant(String name, String options, boolean retries) {
  static final Variant ABSENT = new Variant("absent", null, false);
  static final Variant DEFAULT = new Variant("default", "", true);

  /** Bodies that are read through Redial, so that they could go on; none breaks off here. */
  static final Variant RESUME = new Variant("resume", "resume=range+sse+watch", true);

  /** Attempts whose time is limited; none takes that long here. */
  static final Variant TIMED = new Variant("timed", "per-try-timeout=60s", true);

  /** Ways to attach the agent after which it may change nothing. */
  static final List<Variant> PASSIVE =
      List.of(
          new Variant("observe", "mode=observe", false),
          new Variant("rollout", "rollout=0%", false),
          new Variant("max-retries", "max-retries=0", false),
          new Variant("disabled", "enabled=false", false));

  /** A file of options in which each of them is a route. */
  static String routes() {
    return RESUME.route()
        + TIMED.route()
        + PASSIVE.stream().map(Variant::route).collect(Collectors.joining());
  }

  private String route() {
    String key = "route." + name + ".";
    String[] option = options.split("=", 2);
    return key
        + "match = http://127.0.0.1:*/"
        + name
        + "/**\n"
        + key
        + option[0]
        + " = "
        + option[1]
        + "\n";
  }
}
