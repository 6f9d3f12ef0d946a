package io.redial.subjects.chaos;

import io.redial.subjects.Reply;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Which of Redial's methods are entered, how often, and whether by Redial alone. Thread-safe. */
final class RecordedMethods implements Function<String, Throwable> {
  private static final String REDIAL = "io.redial.";
  private static final String SUBJECTS = "io.redial.subjects.";

  /** This method and its bridge, the method that is entered, and whoever calls it. */
  private static final int CALLER = 3;

  private final Map<String, AtomicInteger> entries = new ConcurrentHashMap<>();
  private final Map<String, String> outsiders = new ConcurrentHashMap<>();

  @Override
  public Throwable apply(String entered) {
    entries.computeIfAbsent(entered, method -> new AtomicInteger()).incrementAndGet();
    StackTraceElement[] stack = new Throwable().getStackTrace();
    int at = CALLER;
    while (at < stack.length && isBridge(stack[at], stack[CALLER - 1])) {
      at++;
    }
    String caller = at < stack.length ? stack[at].getClassName() : "";
    if (!caller.startsWith(REDIAL) || caller.startsWith(SUBJECTS)) {
      outsiders.put(entered, caller);
    }
    return null;
  }

  private static boolean isBridge(StackTraceElement caller, StackTraceElement called) {
    return caller.getClassName().equals(called.getClassName())
        && caller.getMethodName().equals(called.getMethodName());
  }

  /** The number of entries of each method, and who outside of Redial entered it. */
  void tell(Reply reply) {
    entries.forEach((method, count) -> reply.put("entries." + method, count));
    outsiders.forEach((method, caller) -> reply.put("outsider." + method, caller));
  }
}
