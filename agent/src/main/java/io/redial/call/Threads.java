package io.redial.call;

/** Tells virtual threads, which may wait in any number, from platform threads (rule 4.7). */
public final class Threads {
  private Threads() {}

  /** Whether this thread is a virtual one. */
  public static boolean currentIsVirtual() {
    // Thread.isVirtual is of Java 21; every virtual thread is of this class.
    return Thread.currentThread().getClass().getName().equals("java.lang.VirtualThread");
  }
}
