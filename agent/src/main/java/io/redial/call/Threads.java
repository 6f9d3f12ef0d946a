package io.redial.call;

import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;

/** Access to properties of the current thread. */
public final class Threads {
  private static final String WHERE = "context class loader";

  private Threads() {}

  /** Returns whether a thread is a virtual one; false for null. */
  static boolean isVirtual(Thread thread) {
    // Thread.isVirtual is new in Java 21; every virtual thread is of this class.
    return thread != null && thread.getClass().getName().equals("java.lang.VirtualThread");
  }

  /**
   * Returns whether a thread is marked as one that must not block (rule 4.7): by Reactor's {@code
   * NonBlocking} or RxJava's {@code NonBlockingThread}, in any class loader and under any package
   * that they were relocated to.
   */
  static boolean forbidsBlocking(Thread thread) {
    for (Class<?> type = thread.getClass(); type != Thread.class; type = type.getSuperclass()) {
      for (Class<?> marker : type.getInterfaces()) {
        String name = marker.getName();
        if (name.endsWith("reactor.core.scheduler.NonBlocking")
            || name.endsWith(".internal.schedulers.NonBlockingThread")) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns this thread's context class loader; null if a security manager forbids it. */
  static ClassLoader contextLoader() {
    try {
      return Thread.currentThread().getContextClassLoader();
    } catch (SecurityException denied) {
      return null;
    }
  }

  /** Sets this thread's context class loader; returns false if a security manager forbids it. */
  private static boolean set(ClassLoader loader) {
    try {
      Thread.currentThread().setContextClassLoader(loader);
      return true;
    } catch (SecurityException denied) {
      return false;
    }
  }

  /** Runs work with the given context class loader; with this thread's own if it is null. */
  static void runWith(ClassLoader loader, Runnable work, FaultLog log) {
    ClassLoader own = FaultBoundary.ask(log, WHERE, Threads::contextLoader, null);
    boolean changed = loader != null && FaultBoundary.ask(log, WHERE, () -> set(loader), false);
    try {
      work.run();
    } finally {
      if (changed) {
        FaultBoundary.run(log, WHERE, () -> set(own)); // Even if it is null.
      }
    }
  }
}
