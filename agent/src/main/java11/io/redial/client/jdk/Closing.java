package io.redial.client.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.http.HttpClient;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/** How a client is shut down: by {@code shutdownNow} from Java 21 on, or through its executor. */
final class Closing {
  private static final MethodHandle SHUTDOWN_NOW = find();

  private Closing() {}

  private static MethodHandle find() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(HttpClient.class, "shutdownNow", MethodType.methodType(void.class));
    } catch (ReflectiveOperationException olderThan21) {
      return null;
    }
  }

  static void shutdownNow(HttpClient client) throws Throwable {
    if (SHUTDOWN_NOW != null) {
      SHUTDOWN_NOW.invoke(client);
    }
  }

  /** Whether the application has shut down the executor that it gave the client. */
  static boolean isExecutorShutDown(HttpClient client) {
    Executor executor = client.executor().orElse(null);
    return executor instanceof ExecutorService && ((ExecutorService) executor).isShutdown();
  }
}
