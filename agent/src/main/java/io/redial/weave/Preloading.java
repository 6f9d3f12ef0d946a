package io.redial.weave;

import io.redial.call.DaemonThreads;
import io.redial.control.Control;
import io.redial.kernel.FaultBoundary;
import java.util.Collection;
import java.util.concurrent.Callable;

/**
 * Loads classes before they are needed. A call that fails needs many more classes than one that
 * succeeds. By then an upgrade may have overwritten the jar, and the error of a missing class would
 * replace the failure that the program must see. Loading begins when a call has ended, and runs on
 * threads of its own, so that the program's first response does not wait for it. Classes are not
 * initialised.
 */
final class Preloading {
  private static final ClassLoader AGENT = Preloading.class.getClassLoader();

  private final OwnJar jar;
  private final Control control;

  Preloading(OwnJar jar, Control control) {
    this.jar = jar;
    this.control = control;
  }

  /** Loads all classes except those of adapters. */
  void core() {
    start(jar::coreClasses, AGENT);
  }

  /**
   * Loads the classes of an adapter, and those of a library that they name: once its application is
   * stopped, the loader of that gives none to an attempt that has been waiting.
   *
   * @param ownPackage its package, as an internal name with a slash at its end
   */
  void adapter(String ownPackage, ClassLoader loader) {
    start(
        loader instanceof AdapterLoader
            ? ((AdapterLoader) loader).adapter::named
            : () -> jar.adapterClasses(ownPackage),
        loader);
  }

  private void start(Callable<? extends Collection<String>> names, ClassLoader loader) {
    Runnable task = () -> startThread(names, loader);
    if (!FaultBoundary.attempt(() -> control.engine().afterNextCall(task))) { // There is no timer.
      task.run();
    }
  }

  private void startThread(Callable<? extends Collection<String>> names, ClassLoader loader) {
    Runnable loading = () -> guarded(() -> load(names.call(), loader));
    guarded(() -> new DaemonThreads("redial-classes").newThread(loading).start());
  }

  /** After a fault, classes load when they are needed. */
  private void guarded(FaultBoundary.Step step) {
    FaultBoundary.run(control::fault, "loading of classes", step);
  }

  private static void load(Collection<String> names, ClassLoader loader) {
    for (String name : names) {
      try {
        Class.forName(name, false, loader);
      } catch (ClassNotFoundException | LinkageError e) {
        // The class belongs to a part of the client that this program does not have.
      } catch (RuntimeException gone) {
        return; // The loader is being removed, for example an OSGi bundle's.
      }
    }
  }
}
