package io.redial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;

/**
 * The entry point of {@code java -jar redial-agent.jar}. The tool's classes are in a jar inside the
 * jar, so that the agent's jar has a third fewer entries, which the JVM reads at every start of a
 * program.
 */
public final class RedialCommandLine {
  private static final String TOOL = "/io/redial/command-line.jar";

  private RedialCommandLine() {}

  /** Runs one command and ends the JVM with its exit status. */
  public static void main(String[] args) throws IOException, ReflectiveOperationException {
    try (InputStream in = RedialCommandLine.class.getResourceAsStream(TOOL)) {
      ClassLoader loader = new InnerJar(RedialCommandLine.class.getClassLoader(), in);
      Thread.currentThread().setContextClassLoader(loader);
      loader
          .loadClass("io.redial.cli.Main")
          .getMethod("main", String[].class)
          .invoke(null, (Object) args);
    }
  }

  /** Defines the classes of a jar that is read once, from a stream, and serves its other files. */
  private static final class InnerJar extends ClassLoader {
    private final Map<String, byte[]> entries = new HashMap<>();

    InnerJar(ClassLoader parent, InputStream bytes) throws IOException {
      super(parent);
      JarInputStream jar = new JarInputStream(bytes);
      for (JarEntry entry = jar.getNextJarEntry(); entry != null; entry = jar.getNextJarEntry()) {
        entries.put(entry.getName(), readAll(jar));
      }
    }

    /** Its own classes come first: another agent may have put its picocli on the class path. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        byte[] bytes = entries.remove(name.replace('.', '/') + ".class");
        return bytes == null
            ? super.loadClass(name, resolve)
            : defineClass(name, bytes, 0, bytes.length);
      }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      byte[] bytes = entries.get(name);
      return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
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
}
