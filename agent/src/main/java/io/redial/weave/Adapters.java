package io.redial.weave;

import static io.redial.control.log.RedialLogger.LOG;

import io.redial.call.RetryEngine;
import io.redial.client.Adapter;
import io.redial.control.Control;
import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * Finds the adapter of each copy of a client. An adapter is kept on the copy's own classes and
 * nowhere else, so that both can be unloaded together. Thread-safe.
 */
final class Adapters {
  private final Control control;
  private final OwnJar jar = new OwnJar();
  private final Preloading preloading;

  /** Null for a caller whose adapter could not be made. */
  private final ClassValue<Adapter> byCaller =
      new ClassValue<Adapter>() {
        @Override
        @SuppressWarnings({"removal", "deprecation"}) // Java 8 to 23 have security managers.
        protected Adapter computeValue(final Class<?> caller) {
          // The application, whose permissions may be restricted, is on the stack.
          return AccessController.doPrivileged(
              new PrivilegedAction<Adapter>() {
                @Override
                public Adapter run() {
                  return find(caller);
                }
              });
        }
      };

  /** Kept on the one class that all classes of a copy share. */
  private final ClassValue<Anchored> byAnchor =
      new ClassValue<Anchored>() {
        @Override
        protected Anchored computeValue(Class<?> anchor) {
          return new Anchored();
        }
      };

  Adapters(Control control) {
    this.control = control;
    this.preloading = new Preloading(jar, control);
  }

  /** Called when the first client is loaded. */
  void firstClientLoaded() {
    preloading.core();
  }

  /** Returns the adapter for a woven class or a subclass of it, or null if it could not be made. */
  Adapter of(Class<?> caller) {
    return byCaller.get(caller);
  }

  private Adapter find(Class<?> caller) {
    try {
      for (Class<?> type = caller; type != null; type = type.getSuperclass()) {
        ClientCopy copy = Clients.copyOf(type.getName().replace('.', '/'), true);
        Class<?> anchor = copy == null ? null : anchor(copy, type);
        if (anchor != null) {
          Adapter adapter = byAnchor.get(anchor).adapter(copy, anchor, this);
          if (adapter != null) {
            control.firstUse(copy.name()); // Writes a log line, so no monitor is held.
          }
          return adapter;
        }
      }
    } catch (Throwable thrown) {
      control.fault("adapter for " + caller.getName(), thrown);
    }
    return null;
  }

  /**
   * Returns the copy's anchor class, or null if the class merely has the name of a client's class,
   * as an application's subclass may.
   */
  private static Class<?> anchor(ClientCopy copy, Class<?> woven) {
    try {
      return Class.forName(copy.anchor(), false, woven.getClassLoader());
    } catch (ClassNotFoundException | LinkageError noClient) {
      return null;
    }
  }

  private static final class Anchored {
    private boolean tried;
    private Adapter adapter;

    /** Returns the copy's adapter, created when it is first needed, or null if that failed. */
    synchronized Adapter adapter(ClientCopy copy, Class<?> anchor, Adapters all) throws Exception {
      if (!tried) {
        tried = true;
        ClassLoader loader = loader(copy, anchor, all);
        if (loader != null) {
          adapter =
              Class.forName(copy.client().adapter(), true, loader)
                  .asSubclass(Adapter.class)
                  .getConstructor(RetryEngine.class)
                  .newInstance(all.control.engine());
          all.preloading.adapter(copy.client().adapterPackage(), loader);
        }
      }
      return adapter;
    }

    /**
     * Returns the adapter's class loader, or null if the copy lacks a type that the adapter needs.
     */
    private static ClassLoader loader(ClientCopy copy, Class<?> anchor, Adapters all)
        throws IOException {
      if (!copy.client().isLibrary()) {
        return Adapters.class.getClassLoader();
      }
      AdapterClasses classes = new AdapterClasses(copy, all.jar);
      ClassLoader client = anchor.getClassLoader();
      String missing = copy.isRelocated() && client != null ? classes.missingIn(client) : null;
      if (missing == null) {
        return new AdapterLoader(client, classes);
      }
      LOG.warn(copy.name() + " is not covered: it was built without " + missing);
      return null;
    }
  }
}
