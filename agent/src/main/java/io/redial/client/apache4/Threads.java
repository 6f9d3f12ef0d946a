package io.redial.client.apache4;

/** Tells virtual threads, which may wait in any number, from platform threads (rule 4.7). */
final class Threads {
  private Threads() {}

  static boolean currentIsVirtual() {
    // Thread.isVirtual is of Java 21; every virtual thread is of this class.
    return Thread.currentThread().getClass().getName().equals("java.lang.VirtualThread");
  }
}
