package io.redial.subjects.diff;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** How a throwable is written down: class, message, causes and what it suppressed. */
public final class Throwables {
  private Throwables() {}

  /** All of it but the stack traces. */
  public static String text(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    append(text, thrown, Collections.newSetFromMap(new IdentityHashMap<>()));
    return text.toString();
  }

  private static void append(StringBuilder text, Throwable thrown, Set<Throwable> seen) {
    text.append(thrown.getClass().getName()).append('(').append(thrown.getMessage()).append(')');
    if (!seen.add(thrown)) {
      text.append(" again");
      return;
    }
    for (Throwable suppressed : thrown.getSuppressed()) {
      text.append(" suppressing [");
      append(text, suppressed, seen);
      text.append(']');
    }
    if (thrown.getCause() != null) {
      text.append(" caused by ");
      append(text, thrown.getCause(), seen);
    }
  }
}
