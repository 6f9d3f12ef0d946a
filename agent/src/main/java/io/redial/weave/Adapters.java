package io.redial.weave;

import io.redial.call.Dialer;
import io.redial.client.Adapter;
import io.redial.control.Control;

/**
 * The adapter of each copy of a client. Kept on the copy's own classes, and nowhere else, so that
 * they can be unloaded together. Thread-safe.
 */
final class Adapters {
  private final Control control;

  private final ClassValue<Holder> byCaller =
      new ClassValue<Holder>() {
        @Override
        protected Holder computeValue(Class<?> caller) {
          return find(caller);
        }
      };

  /** On the one class that all of a copy's classes share. */
  private final ClassValue<Anchored> byAnchor =
      new ClassValue<Anchored>() {
        @Override
        protected Anchored computeValue(Class<?> anchor) {
          return new Anchored();
        }
      };

  Adapters(Control control) {
    this.control = control;
  }

  /** The adapter for what a woven class or a subclass of it asks, or null if it cannot be had. */
  Adapter of(Class<?> caller) {
    return byCaller.get(caller).adapter;
  }

  private Holder find(Class<?> caller) {
    try {
      for (Class<?> type = caller; type != null; type = type.getSuperclass()) {
        ClientCopy copy = Clients.copyOf(type.getName().replace('.', '/'), true);
        Class<?> anchor = copy == null ? null : anchor(copy, type);
        if (anchor != null) {
          return new Holder(byAnchor.get(anchor).adapter(copy, type, control));
        }
      }
    } catch (Throwable thrown) {
      control.fault("adapter for " + caller.getName(), thrown);
    }
    return new Holder(null);
  }

  /** Null if the class only has the name of a client's: an application's subclass may. */
  private static Class<?> anchor(ClientCopy copy, Class<?> woven) {
    try {
      return Class.forName(copy.anchor(), false, woven.getClassLoader());
    } catch (ClassNotFoundException | LinkageError noClient) {
      return null;
    }
  }

  private static final class Holder {
    final Adapter adapter;

    Holder(Adapter adapter) {
      this.adapter = adapter;
    }
  }

  private static final class Anchored {
    private Adapter adapter;

    synchronized Adapter adapter(ClientCopy copy, Class<?> woven, Control control)
        throws Exception {
      if (adapter == null) {
        String name = copy.client().adapter();
        ClassLoader loader =
            copy.client().isLibrary()
                ? new AdapterLoader(woven.getClassLoader(), name, copy.renaming())
                : Adapters.class.getClassLoader();
        adapter =
            Class.forName(name, true, loader)
                .asSubclass(Adapter.class)
                .getConstructor(Dialer.class)
                .newInstance(control.dialer());
        control.firstUse(copy.client().name());
      }
      return adapter;
    }
  }
}
