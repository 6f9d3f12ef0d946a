package io.redial.subjects.load;

import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What the program takes at this moment. */
public final class Usage {
  private static final int COLLECTIONS = 6;
  private static final int PATIENCE_SECONDS = 7;

  private Usage() {}

  /** Bytes in use after the garbage was collected, as soon as that number falls no more. */
  public static long heap() {
    long used = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      long now = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      if (now >= used) {
        break;
      }
      used = now;
    }
    return used;
  }

  /** The agent's threads, and the others but for those whose number is a matter of chance. */
  public static String threads() {
    int agents = 0;
    int others = 0;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("redial")) {
        agents++;
      } else if (!isOfCachedPool(thread)) {
        others++;
      }
    }
    return " threads=" + others + " agents=" + agents;
  }

  /** Threads that were begun since then and do not end, though the client is closed. */
  public static String left(Set<Thread> before) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    Set<Thread> left;
    do {
      System.gc(); // Up to Java 20 a client of java.net.http ends when nobody holds it.
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      left = new HashSet<>(Thread.getAllStackTraces().keySet());
      left.removeAll(before);
      left.removeIf(
          thread ->
              thread.getName().startsWith("redial") || isOfCachedPool(thread) || isOfJvm(thread));
    } while (!left.isEmpty() && System.nanoTime() < end);
    for (Thread thread : left) {
      System.err.println("left: " + thread);
    }
    return "left=" + left.size();
  }

  /** What carries virtual threads, on one of which java.net.http selects since 27. */
  private static boolean isOfJvm(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group != null && group.getName().matches("CarrierThreads|InnocuousThreadGroup");
  }

  /** java.net.http's own pool and the one on which its futures end grow and shrink with time. */
  private static boolean isOfCachedPool(Thread thread) {
    return thread
        .getName()
        .matches("HttpClient-[0-9]+-Worker-[0-9]+|ForkJoinPool\\..*|Thread-[0-9]+");
  }
}
