package io.redial.control.remote;

import io.redial.kernel.FaultBoundary;
import io.redial.policy.Splitter;
import java.util.List;
import java.util.Properties;

/**
 * What became of attaching the agent to a running program. Attaching itself returns no text, so the
 * agent leaves the result in a system property of the program, where the command line reads it.
 */
public final class AttachResult {
  /** Not {@code redial.…}, which would be an option. */
  static final String PROPERTY = "io.redial.attach";

  /** The agent was attached, and its options have no faults. */
  public static final String ATTACHED = "attached";

  /** The options have faults, which the messages name. */
  public static final String FAULTS = "faults";

  /** The agent was not attached; the message says why. */
  public static final String REFUSED = "refused";

  private AttachResult() {}

  /** Leaves a result. */
  public static void leave(String kind, String... messages) {
    // If this fails, the command line says that it does not know the result. The log has it.
    FaultBoundary.attempt(() -> leave(System.getProperties(), kind, messages));
  }

  /** Each result has another number, so that it can be told from an earlier one. */
  static void leave(Properties properties, String kind, String... messages) {
    String earlier = properties.getProperty(PROPERTY, "0");
    long number = Long.parseLong(Splitter.of(earlier, '\n').get(0)) + 1;
    StringBuilder text = new StringBuilder().append(number).append('\n').append(kind);
    for (String message : messages) {
      text.append('\n').append(message);
    }
    properties.setProperty(PROPERTY, text.toString());
  }

  /**
   * Returns the result of an attach: its kind, then what the agent says of it, a line each. Null if
   * it left none: an older version of the agent may be in the program already.
   *
   * @param before the program's system properties before the attach
   * @param after the same after it
   */
  public static List<String> of(Properties before, Properties after) {
    String text = after.getProperty(PROPERTY);
    if (text == null || text.equals(before.getProperty(PROPERTY))) {
      return null;
    }
    List<String> lines = Splitter.of(text, '\n');
    return lines.size() < 2 ? null : lines.subList(1, lines.size());
  }
}
