package io.redial.chaos;

import java.util.function.Function;
import net.bytebuddy.asm.Advice;

/**
 * What each method does first. Redial's classes are in loaders of their own, which see nothing of
 * the tests': what is asked is a JDK type among the system properties.
 */
final class MethodEntry {
  private MethodEntry() {}

  @Advice.OnMethodEnter
  @SuppressWarnings("unchecked")
  static void enter(@Advice.Origin("#t.#m#d") String method) throws Throwable {
    Object asked = System.getProperties().get("io.redial.chaos");
    if (asked != null) {
      Throwable thrown = ((Function<String, Throwable>) asked).apply(method);
      if (thrown != null) {
        throw thrown;
      }
    }
  }
}
