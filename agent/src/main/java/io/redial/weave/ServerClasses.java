package io.redial.weave;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Tells whether the process serves anybody (rule 4.7). If it does, it has loaded one of the classes
 * that listen on a socket; a program that only calls loads none of them. The classes are looked
 * through at most once a second, and no more once one was found. Thread-safe.
 */
final class ServerClasses implements BooleanSupplier {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Those of the JDK: for blocking servers, for those with selectors, and Tomcat's NIO2. */
  private static final String[] NAMES = {
    "java.net.ServerSocket",
    "sun.nio.ch.ServerSocketChannelImpl",
    "sun.nio.ch.AsynchronousServerSocketChannelImpl"
  };

  /**
   * Netty's own transports, in any loader and under any package that they were relocated to. The
   * last one is spelled differently in Netty 4.1's incubator and in 4.2.
   */
  private static final String[] ENDINGS = {
    ".EpollServerSocketChannel",
    ".KQueueServerSocketChannel",
    ".IOUringServerSocketChannel",
    ".IoUringServerSocketChannel"
  };

  private final Supplier<Class<?>[]> loaded;
  private final LongSupplier clock;
  private volatile boolean found;
  private boolean looked;
  private long lookedNanos;

  /**
   * Creates an object that looks when it is first asked.
   *
   * @param loaded returns all loaded classes
   * @param clock returns monotonic nanoseconds
   */
  ServerClasses(Supplier<Class<?>[]> loaded, LongSupplier clock) {
    this.loaded = loaded;
    this.clock = clock;
  }

  @Override
  public boolean getAsBoolean() {
    return found || look();
  }

  private synchronized boolean look() {
    long now = clock.getAsLong();
    if (!found && (!looked || now - lookedNanos >= INTERVAL_NANOS)) {
      looked = true;
      lookedNanos = now;
      found = isAnyServer(loaded.get());
    }
    return found;
  }

  private static boolean isAnyServer(Class<?>[] types) {
    for (Class<?> type : types) {
      if (isServer(type.getName())) {
        return true;
      }
    }
    return false;
  }

  static boolean isServer(String name) {
    for (String known : NAMES) {
      if (name.equals(known)) {
        return true;
      }
    }
    for (String ending : ENDINGS) {
      if (name.endsWith(ending)) {
        return true;
      }
    }
    return false;
  }
}
