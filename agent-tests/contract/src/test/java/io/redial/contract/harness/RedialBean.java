package io.redial.contract.harness;

import io.redial.subjects.Probe;
import java.util.Map;
import java.util.TreeMap;

/** The agent's management beans, as an operator reads them. */
public final class RedialBean {
  private static final String NAMES = "io.redial:*";

  private final Subject subject;

  RedialBean(Subject subject) {
    this.subject = subject;
  }

  /** Every attribute as {@code bean#attribute}, maps and rows by their keys. */
  public Map<String, String> attributes() {
    return new TreeMap<>(subject.run(Probe.class, Map.of("what", "beans", "name", NAMES)));
  }

  /** Sets an attribute that is true or false. */
  public void set(String bean, String attribute, boolean value) {
    subject.run(
        Probe.class,
        Map.of(
            "what", "set", "name", bean, "attribute", attribute, "value", String.valueOf(value)));
  }
}
