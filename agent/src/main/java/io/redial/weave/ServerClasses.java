package io.redial.weave;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Tells whether the process serves anybody (rule 4.7). If it does, it has initialized one of the
 * classes that listen on a socket. Loading is not enough: {@code jdk.net.Sockets}, by which
 * HttpClient 5 sets its options, loads {@code ServerSocket}. The classes are looked through at most
 * once a second, and no more once one was found. Thread-safe.
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
  private final Predicate<Class<?>> initialized;
  private final LongSupplier clock;
  private volatile boolean found;
  private boolean polled;
  private long polledNanos;

  /**
   * Creates an object that looks when it is first asked.
   *
   * @param loaded returns all loaded classes
   * @param initialized tells whether a loaded class is initialized
   * @param clock returns monotonic nanoseconds
   */
  ServerClasses(Supplier<Class<?>[]> loaded, Predicate<Class<?>> initialized, LongSupplier clock) {
    this.loaded = loaded;
    this.initialized = initialized;
    this.clock = clock;
  }

  /** Creates an object that looks at the classes of this JVM. */
  static ServerClasses of(Instrumentation instrumentation) {
    return new ServerClasses(
        instrumentation::getAllLoadedClasses, new Initialized(instrumentation), System::nanoTime);
  }

  /**
   * Asks the JVM whether a class is initialized, without initializing it. Only {@code Unsafe} can
   * tell: from Java 25 on, only that of {@code java.base} itself. Not thread-safe.
   */
  private static final class Initialized implements Predicate<Class<?>> {
    private final Instrumentation instrumentation;
    private Object unsafe;
    private Method shouldBeInitialized;

    Initialized(Instrumentation instrumentation) {
      this.instrumentation = instrumentation;
    }

    @Override
    public boolean test(Class<?> type) {
      try {
        if (shouldBeInitialized == null) {
          find();
        }
        return !(Boolean) shouldBeInitialized.invoke(unsafe, type);
      } catch (Exception | LinkageError unknown) {
        return true; // A class that was loaded has probably been used.
      }
    }

    private void find() throws Exception {
      boolean isModular = GateClass.openPackage(instrumentation, "java.base", "jdk.internal.misc");
      Class<?> type = Class.forName(isModular ? "jdk.internal.misc.Unsafe" : "sun.misc.Unsafe");
      Field instance = type.getDeclaredField("theUnsafe");
      instance.setAccessible(true);
      unsafe = instance.get(null);
      shouldBeInitialized = type.getMethod("shouldBeInitialized", Class.class);
    }
  }

  @Override
  public boolean getAsBoolean() {
    return found || poll();
  }

  private synchronized boolean poll() {
    long now = clock.getAsLong();
    if (!found && (!polled || now - polledNanos >= INTERVAL_NANOS)) {
      polled = true;
      polledNanos = now;
      found = isAnyServer();
    }
    return found;
  }

  private boolean isAnyServer() {
    for (Class<?> type : loaded.get()) {
      if (isServer(type.getName()) && initialized.test(type)) {
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
