package io.redial.weave;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Stands between a client and the agent: defines the client's adapter anew, so that it links
 * against exactly that client's types, takes the rest of Redial from the agent, and everything else
 * from the client's own loader. There is one for each client loader; nothing but the client's
 * classes holds it, so that an undeployed application can be collected.
 */
final class AdapterLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private static final ClassLoader AGENT = AdapterLoader.class.getClassLoader();

  private final String ownPackage;
  private final Renaming renaming;

  /**
   * A loader for one client.
   *
   * @param client the loader that defined the client's classes
   * @param adapter the adapter's class; its package is defined here
   */
  AdapterLoader(ClassLoader client, String adapter, Renaming renaming) {
    super(client);
    this.ownPackage = adapter.substring(0, adapter.lastIndexOf('.') + 1);
    this.renaming = renaming;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith(ownPackage)) {
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known != null ? known : define(name);
      }
    }
    return name.startsWith("io.redial.")
        ? Class.forName(name, false, AGENT)
        : loadForeign(name, resolve);
  }

  private Class<?> loadForeign(String name, boolean resolve) throws ClassNotFoundException {
    try {
      return super.loadClass(name, resolve);
    } catch (ClassNotFoundException e) {
      // OSGi and JBoss Modules show a module only those packages of the JDK that it asked for.
      return Class.forName(name, false, null);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = AGENT.getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = readAll(in);
      byte[] linked = renaming.isNone() ? bytes : ConstantRenamer.rename(bytes, renaming);
      return defineClass(name, linked, 0, linked.length, AdapterLoader.class.getProtectionDomain());
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static byte[] readAll(InputStream in) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream(8192);
    byte[] buffer = new byte[8192];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      all.write(buffer, 0, count);
    }
    return all.toByteArray();
  }
}
