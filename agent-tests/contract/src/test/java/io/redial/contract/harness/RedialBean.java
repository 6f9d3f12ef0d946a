package io.redial.contract.harness;

import io.redial.subjects.Probe;
import io.redial.subjects.SubjectMain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The agent's management bean in a subject, as an operator reads it. */
public final class RedialBean {
  private static final String NAME = "io.redial:type=Redial";

  private final Subject subject;
  private final Supplier<Set<String>> servers;

  /**
   * The bean.
   *
   * @param servers the hosts and ports that count; null for every one
   */
  RedialBean(Subject subject, Supplier<Set<String>> servers) {
    this.subject = subject;
    this.servers = servers;
    if (servers == null) {
      await();
    }
  }

  /** Retries made for that reason. */
  public long retries(String reason) {
    return sum("Retries", "." + reason);
  }

  /**
   * Retries made for that reason to one of several servers.
   *
   * @param host as in {@code http://127.0.0.1:8080}
   */
  public long retries(String reason, String host) {
    String name = "RetriesByHost." + host + "." + reason;
    return Long.parseLong(attributes("RetriesByHost").getOrDefault(name, "0"));
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
    await();
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

  /**
   * The waits that were planned after the last attempts to a host, at most five, in milliseconds;
   * -1 after an attempt that nothing followed. On a busy machine they say more than a clock does.
   *
   * @param host as in {@code http://127.0.0.1:8080}
   */
  public List<Long> plannedWaits(String host) {
    Map<String, String> attempts = result("attempts", host);
    List<Long> waits = new ArrayList<>();
    for (int i = 0; attempts.containsKey("result." + i + ".waitMillis"); i++) {
      waits.add(Long.parseLong(attempts.get("result." + i + ".waitMillis")));
    }
    return waits;
  }

  /** What an operation answers: {@code result} and its parts, or {@code refused}. */
  public Map<String, String> result(String operation, String... arguments) {
    await();
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
    return attributes("");
  }

  /** Waits until the bean is there, a moment after the first client was loaded. */
  private void await() {
    attributes("Version");
  }

  private long sum(String name, String suffix) {
    if (servers == null) {
      return Long.parseLong(attributes(name).getOrDefault(name + suffix, "0"));
    }
    Map<String, String> attributes = attributes(name + "ByHost");
    return hosts()
        .map(host -> attributes.getOrDefault(name + "ByHost." + host + suffix, "0"))
        .mapToLong(Long::parseLong)
        .sum();
  }

  /** The attribute of that name, or all, once the bean is there. */
  private Map<String, String> attributes(String name) {
    Map<String, String> order = new HashMap<>(Map.of("what", "bean", "name", NAME));
    order.put("attribute", name);
    if (servers != null) {
      order.put("hosts", hosts().collect(Collectors.joining(" ")));
    }
    AtomicReference<Map<String, String>> found = new AtomicReference<>();
    Eventually.until(
        () -> {
          found.set(subject.run(Probe.class, order));
          return found.get().containsKey("registered");
        });
    found.get().keySet().removeAll(List.of(SubjectMain.ID, "registered"));
    return found.get();
  }

  private Stream<String> hosts() {
    return servers.get().stream()
        .flatMap(server -> Stream.of("http://" + server, "https://" + server));
  }
}
