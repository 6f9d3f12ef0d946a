package io.redial.contract.harness;

import io.redial.subjects.Probe;
import io.redial.subjects.SubjectMain;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The agent's management bean in a subject, as an operator reads it. */
public final class RedialBean {
  private static final String NAME = "io.redial:type=Redial";

  private final Subject subject;
  private final Supplier<Set<String>> servers;

  /**
   * The bean; it is there a moment after the first client was loaded, and waited for.
   *
   * @param servers the hosts and ports that count; null for every one
   */
  RedialBean(Subject subject, Supplier<Set<String>> servers) {
    this.subject = subject;
    this.servers = servers;
    Eventually.until(() -> !attributes().isEmpty());
  }

  /** Retries made for that reason. */
  public long retries(String reason) {
    return sum("Retries", "." + reason);
  }

  /** Retries not made for that reason. */
  public long refusals(String reason) {
    return sum("Refusals", "." + reason);
  }

  /** How many calls wait at this moment. */
  public long waiting() {
    return sum("Waiting", "");
  }

  /** Switches the agent on or off. */
  public void enable(boolean enabled) {
    subject.run(
        Probe.class,
        Map.of(
            "what", "set", "name", NAME, "attribute", "Enabled", "value", String.valueOf(enabled)));
  }

  /** Sends the waiting retries of a host, or of all ({@code *}), now; returns how many. */
  public int retryNow(String host) {
    return invoke("retryNow", host);
  }

  /** Ends the waits of a host, or of all ({@code *}); returns how many. */
  public int cancelWaiting(String host) {
    return invoke("cancelWaiting", host);
  }

  private int invoke(String operation, String host) {
    if (servers == null || !host.equals("*")) {
      return Integer.parseInt(result(operation, host).get("result"));
    }
    return hosts()
        .mapToInt(one -> Integer.parseInt(result(operation, one).getOrDefault("result", "0")))
        .sum();
  }

  /** What an operation answers: {@code result} and its parts, or {@code refused}. */
  public Map<String, String> result(String operation, String... arguments) {
    Map<String, String> order = new HashMap<>();
    order.put("what", "invoke");
    order.put("name", NAME);
    order.put("operation", operation);
    for (int i = 0; i < arguments.length; i++) {
      order.put("argument" + i, arguments[i]);
    }
    return subject.run(Probe.class, order);
  }

  /**
   * Every attribute by its name, maps by name, dot and key; empty if there is no such bean. Of
   * those by host only the servers that count.
   */
  public Map<String, String> attributes() {
    Map<String, String> order = new HashMap<>(Map.of("what", "bean", "name", NAME));
    if (servers != null) {
      order.put("hosts", hosts().collect(Collectors.joining(" ")));
    }
    Map<String, String> attributes = subject.run(Probe.class, order);
    attributes.remove(SubjectMain.ID);
    return attributes;
  }

  private long sum(String name, String suffix) {
    Map<String, String> attributes = attributes();
    if (servers == null) {
      return Long.parseLong(attributes.getOrDefault(name + suffix, "0"));
    }
    return hosts()
        .map(host -> attributes.getOrDefault(name + "ByHost." + host + suffix, "0"))
        .mapToLong(Long::parseLong)
        .sum();
  }

  private Stream<String> hosts() {
    return servers.get().stream()
        .flatMap(server -> Stream.of("http://" + server, "https://" + server));
  }
}
