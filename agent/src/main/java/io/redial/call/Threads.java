package io.redial.call;

import java.util.function.Consumer;

/** What threads are, and what they bring along. */
public final class Threads {
  private Threads() {}

  /** Whether this thread is a virtual one, which may wait in any number (rule 4.7). */
  public static boolean currentIsVirtual() {
    // Thread.isVirtual is of Java 21; every virtual thread is of this class.
    return Thread.currentThread().getClass().getName().equals("java.lang.VirtualThread");
  }

  /** This thread's context class loader; null where a security manager says no. */
  static ClassLoader contextLoader() {
    try {
      return Thread.currentThread().getContextClassLoader();
    } catch (SecurityException denied) {
      return null;
    }
  }

  /** Sets it, unless there is none to set or a security manager says no. */
  static void setContextLoader(ClassLoader loader) {
    try {
      if (loader != null) {
        Thread.currentThread().setContextClassLoader(loader);
      }
    } catch (SecurityException denied) {
      // It stays as it is.
    }
  }

  /**
   * Runs something with that context class loader.
   *
   * @param faults is told if it cannot be set; the work is done all the same
   */
  static void runWith(ClassLoader loader, Runnable work, Consumer<Throwable> faults) {
    ClassLoader own = null;
    boolean changed = false;
    try {
      own = contextLoader();
      setContextLoader(loader);
      changed = true;
    } catch (Throwable fault) {
      faults.accept(fault);
    }
    try {
      work.run();
    } finally {
      if (changed) {
        try {
          setContextLoader(own);
        } catch (Throwable fault) {
          faults.accept(fault);
        }
      }
    }
  }
}
