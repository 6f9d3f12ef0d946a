package io.redial.call;

import java.util.function.Consumer;

/** Access to properties of the current thread. */
public final class Threads {
  private Threads() {}

  /** Whether this thread is a virtual one, which may wait in any number (rule 4.7). */
  public static boolean currentIsVirtual() {
    // Thread.isVirtual is new in Java 21; every virtual thread is of this class.
    return Thread.currentThread().getClass().getName().equals("java.lang.VirtualThread");
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

  /**
   * Sets this thread's context class loader, unless {@code loader} is null or a security manager
   * forbids it.
   */
  static void setContextLoader(ClassLoader loader) {
    try {
      if (loader != null) {
        Thread.currentThread().setContextClassLoader(loader);
      }
    } catch (SecurityException denied) {
      // The loader stays as it is.
    }
  }

  /**
   * Runs work with the given context class loader.
   *
   * @param faults notified if the loader cannot be set or restored; the work is done all the same
   */
  static void runWith(ClassLoader loader, Runnable work, Consumer<Throwable> faults) {
    ClassLoader own = null;
    boolean changed = false;
    try {
      own = contextLoader();
      setContextLoader(loader);
      changed = loader != null && contextLoader() == loader;
    } catch (Throwable fault) {
      faults.accept(fault);
    }
    try {
      work.run();
    } finally {
      if (changed) {
        try {
          Thread.currentThread().setContextClassLoader(own); // Even if it is null.
        } catch (SecurityException denied) {
          // The loader stays as it is.
        } catch (Throwable fault) {
          faults.accept(fault);
        }
      }
    }
  }
}
