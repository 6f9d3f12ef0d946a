package io.redial.control.remote;

import io.redial.policy.Splitter;
import java.util.Collections;
import java.util.List;
import java.util.Properties;

/**
 * What became of attaching the agent to a running program. Attaching itself returns no text, so the
 * agent leaves the result in a system property of the program, where the command line reads it.
 * Immutable.
 */
public final class AttachResult {
  /** Not {@code redial.…}, which would be an option. */
  static final String PROPERTY = "io.redial.attach";

  private static final String ATTACHED = "attached";
  private static final String FAULTS = "faults";
  private static final String REFUSED = "refused";

  private final String kind;
  private final List<String> messages;

  private AttachResult(String kind, List<String> messages) {
    this.kind = kind;
    this.messages = messages;
  }

  /** Leaves the result that the agent was attached. */
  public static void attached() {
    leave(ATTACHED, Collections.<String>emptyList());
  }

  /** Leaves the result that the options have faults. */
  public static void faults(List<String> messages) {
    leave(FAULTS, messages);
  }

  /** Leaves the result that the agent was not attached. */
  public static void refused(String message) {
    leave(REFUSED, Collections.singletonList(message));
  }

  private static void leave(String kind, List<String> messages) {
    try {
      leave(kind, messages, System.getProperties());
    } catch (Throwable denied) {
      // The command line says that it does not know the result. The log has it.
    }
  }

  /** Each result has another number, so that it can be told from an earlier one. */
  static void leave(String kind, List<String> messages, Properties properties) {
    String earlier = properties.getProperty(PROPERTY, "0");
    long number = Long.parseLong(Splitter.of(earlier, '\n').get(0)) + 1;
    StringBuilder text = new StringBuilder().append(number).append('\n').append(kind);
    for (String message : messages) {
      text.append('\n').append(message);
    }
    properties.setProperty(PROPERTY, text.toString());
  }

  /**
   * Returns the result of an attach, or null if it left none: an older version of the agent may be
   * in the program already.
   *
   * @param before the program's system properties before the attach
   * @param after the same after it
   */
  public static AttachResult of(Properties before, Properties after) {
    String text = after.getProperty(PROPERTY);
    if (text == null || text.equals(before.getProperty(PROPERTY))) {
      return null;
    }
    List<String> lines = Splitter.of(text, '\n');
    return lines.size() < 2
        ? null
        : new AttachResult(
            lines.get(1), Collections.unmodifiableList(lines.subList(2, lines.size())));
  }

  /** Whether the agent was attached and its options have no faults. */
  public boolean isAttached() {
    return kind.equals(ATTACHED);
  }

  /** Whether the options have faults, which the messages name. */
  public boolean hasFaults() {
    return kind.equals(FAULTS);
  }

  /** What the agent says of it, a line each; empty if it was attached. */
  public List<String> messages() {
    return messages;
  }
}
