package io.redial.weave;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;

/** Retransforms a loaded class. It is a separate class because it is seldom needed. */
final class Retransformation {
  private Retransformation() {}

  static void of(Class<?> type, Instrumentation instrumentation, ClientTransformer transformer) {
    try {
      instrumentation.retransformClasses(type);
    } catch (UnmodifiableClassException | RuntimeException | LinkageError thrown) {
      transformer.gatekeeper().fault("weaving of loaded " + type.getName(), thrown);
    }
  }
}
