package io.redial.weave;

import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;

/**
 * The class loader of one adapter, between a client and the agent. It defines the adapter's classes
 * again, so that they link against exactly that client's types. It takes the rest of Redial from
 * the agent, and everything else from the client's own loader. Only the client's classes refer to
 * it, so that an undeployed application can be collected.
 */
final class AdapterLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private static final ClassLoader AGENT = AdapterLoader.class.getClassLoader();

  final AdapterClasses adapter;

  /**
   * Creates the loader for one copy of a client.
   *
   * @param client the loader that defined the client's classes
   * @param adapter the classes that this loader defines
   */
  AdapterLoader(ClassLoader client, AdapterClasses adapter) {
    super(client);
    this.adapter = adapter;
  }

  /**
   * Loads a class with the agent's permissions, because the JVM checks permissions while the
   * application's code is on the stack.
   */
  @Override
  @SuppressWarnings({"removal", "deprecation"}) // Java 8 to 23 have security managers.
  protected Class<?> loadClass(final String name, final boolean resolve)
      throws ClassNotFoundException {
    try {
      return AccessController.doPrivileged(
          new PrivilegedExceptionAction<Class<?>>() {
            @Override
            public Class<?> run() throws ClassNotFoundException {
              return load(name, resolve);
            }
          });
    } catch (PrivilegedActionException e) {
      throw (ClassNotFoundException) e.getException();
    }
  }

  private Class<?> load(String name, boolean resolve) throws ClassNotFoundException {
    String internal = name.replace('.', '/');
    if (adapter.include(internal)) {
      Class<?> known = findLoadedClass(name);
      return known != null ? known : define(name, ownClass(internal));
    }
    if (name.startsWith("io.redial.")) {
      return Class.forName(name, false, AGENT);
    }
    return name.startsWith("java.") ? loadPlatform(name, resolve) : loadForeign(name, resolve);
  }

  /**
   * Loads JDK classes from the JVM itself, as any loader does. The loader of an application that
   * was stopped while its call waited refuses even these, and Tomcat's loader also logs the
   * refusal.
   */
  private Class<?> loadPlatform(String name, boolean resolve) throws ClassNotFoundException {
    try {
      return Class.forName(name, false, null);
    } catch (ClassNotFoundException notOfTheBootLoader) {
      return loadForeign(name, resolve);
    }
  }

  private Class<?> loadForeign(String name, boolean resolve) throws ClassNotFoundException {
    try {
      return super.loadClass(name, resolve);
    } catch (ClassNotFoundException e) {
      byte[] standIn = adapter.standIn(name.replace('.', '/'));
      // OSGi and JBoss Modules show a module only the packages of the JDK that it imports.
      return standIn != null ? define(name, standIn) : Class.forName(name, false, null);
    }
  }

  private byte[] ownClass(String internalName) throws ClassNotFoundException {
    try {
      byte[] bytes = adapter.bytes(internalName);
      if (bytes == null) {
        throw new ClassNotFoundException(internalName);
      }
      return bytes;
    } catch (IOException e) {
      throw new ClassNotFoundException(internalName, e);
    }
  }

  private Class<?> define(String name, byte[] bytes) {
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known != null
          ? known
          : defineClass(name, bytes, 0, bytes.length, AdapterLoader.class.getProtectionDomain());
    }
  }
}
