package io.redial.weave;

import java.lang.instrument.Instrumentation;

/** Weaves clients that were loaded before Redial came: by another agent, or before an attach. */
final class LoadedClients {
  private LoadedClients() {}

  /**
   * Looks for them.
   *
   * @param atStart whether the program has not begun: then only another agent can have loaded a
   *     client that is of interest, and there are few classes to look through
   */
  static void weave(
      Instrumentation instrumentation, ClientTransformer transformer, boolean atStart) {
    if (atStart) {
      ClassLoader system = ClassLoader.getSystemClassLoader();
      weave(instrumentation.getInitiatedClasses(system), instrumentation, transformer);
      weave(instrumentation.getInitiatedClasses(system.getParent()), instrumentation, transformer);
    } else {
      weave(instrumentation.getAllLoadedClasses(), instrumentation, transformer);
    }
  }

  private static void weave(
      Class<?>[] loaded, Instrumentation instrumentation, ClientTransformer transformer) {
    for (Class<?> type : loaded) {
      if (ClientTransformer.mayBeClient(type.getName().replace('.', '/'))) {
        Retransformation.of(type, instrumentation, transformer);
      }
    }
  }
}
