package io.redial.contract.harness;

import io.redial.subjects.Probe;
import io.redial.subjects.SubjectMain;
import java.util.HashMap;
import java.util.Map;

/** The agent's management bean in a subject, as an operator reads it. */
public final class RedialBean {
  private static final String NAME = "io.redial:type=Redial";

  private final Subject subject;

  /** The bean; it is there a moment after the first client was loaded, and waited for. */
  RedialBean(Subject subject) {
    this.subject = subject;
    Eventually.until(() -> !attributes().isEmpty());
  }

  /** Retries made for that reason. */
  public long retries(String reason) {
    return number("Retries." + reason);
  }

  /** Retries not made for that reason. */
  public long refusals(String reason) {
    return number("Refusals." + reason);
  }

  /** How many calls wait at this moment. */
  public long waiting() {
    return number("Waiting");
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
    return Integer.parseInt(result(operation, host).get("result"));
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

  /** Every attribute by its name, maps by name, dot and key; empty if there is no such bean. */
  public Map<String, String> attributes() {
    Map<String, String> attributes = subject.run(Probe.class, Map.of("what", "bean", "name", NAME));
    attributes.remove(SubjectMain.ID);
    return attributes;
  }

  private long number(String attribute) {
    return Long.parseLong(attributes().getOrDefault(attribute, "0"));
  }
}
