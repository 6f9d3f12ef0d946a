package io.redial.call;

import java.lang.reflect.Constructor;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ThreadFactory;

/**
 * Makes Redial's few threads. They are daemons, and inherit nothing from the application thread
 * that happens to need them first (no thread locals, class loader or access control context), so
 * that an undeployed application can be collected.
 */
public final class DaemonThreads implements ThreadFactory {
  private final String name;

  /** Creates a factory for threads of the given name. */
  public DaemonThreads(String name) {
    this.name = name;
  }

  @Override
  @SuppressWarnings({"removal", "deprecation"}) // On Java 8 to 23, threads inherit access control.
  public Thread newThread(final Runnable task) {
    return AccessController.doPrivileged(
        new PrivilegedAction<Thread>() {
          @Override
          public Thread run() {
            Thread thread = create(task);
            thread.setDaemon(true);
            thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
            return thread;
          }
        });
  }

  private Thread create(Runnable task) {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root != null && root.getParent() != null) {
      root = root.getParent();
    }
    try {
      // This constructor of Java 9 can leave out inheritable thread locals.
      Constructor<Thread> bare =
          Thread.class.getConstructor(
              ThreadGroup.class, Runnable.class, String.class, long.class, boolean.class);
      return bare.newInstance(root, task, name, 0L, false);
    } catch (ReflectiveOperationException | SecurityException java8) {
      return new Thread(root, task, name);
    }
  }
}
