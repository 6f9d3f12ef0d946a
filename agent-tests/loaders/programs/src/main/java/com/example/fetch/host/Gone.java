package com.example.fetch.host;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;

/** Whether a class loader can be collected. */
final class Gone {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(40);

  private final ReferenceQueue<ClassLoader> queue = new ReferenceQueue<>();
  private final WeakReference<ClassLoader> loader;

  Gone(ClassLoader loader) {
    this.loader = new WeakReference<>(loader, queue);
  }

  /** Collects garbage until it is gone, or for as long as idle threads may take to end. */
  String await() throws InterruptedException {
    long start = System.nanoTime();
    while (System.nanoTime() - start < PATIENCE_NANOS) {
      System.gc();
      Reference<?> found = queue.remove(500);
      if (found != null) {
        return "collected";
      }
    }
    return "still held: " + loader.get();
  }
}
