package io.redial.weave;

import io.redial.call.DaemonThreads;
import io.redial.control.Control;
import java.io.IOException;
import java.util.List;

/**
 * Loads classes before they are needed. A call that fails needs many more than one that succeeds.
 * By then an upgrade may have overwritten the jar, and the error of a missing class would replace
 * the failure that the program must see. This begins when a call has ended, and runs on its own
 * threads, so that the program's first response does not wait for it. It initialises nothing.
 */
final class Preloading {
  private static final ClassLoader AGENT = Preloading.class.getClassLoader();

  private final OwnJar jar;
  private final Control control;

  Preloading(OwnJar jar, Control control) {
    this.jar = jar;
    this.control = control;
  }

  /** Loads all but the adapters. */
  void core() {
    start(() -> load(jar.coreClasses(), AGENT));
  }

  /**
   * Loads an adapter.
   *
   * @param ownPackage its package, in the JVM's form and with a slash at its end
   */
  void adapter(String ownPackage, ClassLoader loader) {
    start(() -> load(jar.adapterClasses(ownPackage), loader));
  }

  private void start(Task task) {
    try {
      control.engine().afterNextCall(() -> startThread(task));
    } catch (Throwable noTimer) {
      startThread(task);
    }
  }

  private void startThread(Task task) {
    try {
      new DaemonThreads("redial-classes").newThread(() -> run(task)).start();
    } catch (Throwable noThread) {
      control.fault("loading of classes", noThread); // They are loaded when they are needed.
    }
  }

  private void run(Task task) {
    try {
      task.run();
    } catch (Throwable thrown) {
      control.fault("loading of classes", thrown);
    }
  }

  private static void load(List<String> names, ClassLoader loader) {
    for (String name : names) {
      try {
        Class.forName(name, false, loader);
      } catch (ClassNotFoundException | LinkageError e) {
        // It belongs to a part of the client that this program does not have.
      } catch (RuntimeException gone) {
        return; // Of a loader that is being taken away, a bundle's for example.
      }
    }
  }

  private interface Task {
    void run() throws IOException;
  }
}
