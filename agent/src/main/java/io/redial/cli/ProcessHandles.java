package io.redial.cli;

import java.util.Optional;

/**
 * What Java knows of processes on systems without {@code /proc}, from Java 9 on. By reflection,
 * because the command line runs on Java 8, too.
 */
final class ProcessHandles {
  private ProcessHandles() {}

  /** Whether there is no such process; false if that cannot be known. */
  static boolean isGone(String pid) {
    Optional<?> handle = of(pid);
    return handle != null && !handle.isPresent();
  }

  /** The name of the user that a process runs as; null if it cannot be known. */
  static String user(String pid) {
    Optional<?> handle = of(pid);
    if (handle == null || !handle.isPresent()) {
      return null;
    }
    try {
      Object info = Class.forName("java.lang.ProcessHandle").getMethod("info").invoke(handle.get());
      Object user = Class.forName("java.lang.ProcessHandle$Info").getMethod("user").invoke(info);
      return (String) ((Optional<?>) user).orElse(null);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  private static Optional<?> of(String pid) {
    try {
      return (Optional<?>)
          Class.forName("java.lang.ProcessHandle")
              .getMethod("of", long.class)
              .invoke(null, Long.parseLong(pid));
    } catch (ReflectiveOperationException older) {
      return null;
    }
  }
}
