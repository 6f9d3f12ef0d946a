package io.redial.client.apache4;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes of a body the application has got. */
final class ContentCount {
  private final long total;
  private final AtomicLong received = new AtomicLong();

  ContentCount(long total) {
    this.total = total;
  }

  void add(long count) {
    received.addAndGet(count);
  }

  long received() {
    return received.get();
  }

  boolean isWhole() {
    return received.get() >= total;
  }
}
