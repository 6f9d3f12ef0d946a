package io.redial.weave;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * The agent's own jar. It is read by its path and not as a resource, because a resource's URL
 * cannot name a jar in a folder whose name ends with {@code !}. It is read early and what is needed
 * later is kept, because an upgrade may overwrite the jar while the program runs. Thread-safe.
 */
final class OwnJar {
  private static final String OWN = "io/redial/";
  private static final String ADAPTERS = "io/redial/client/";
  private static final String CLASS = ".class";

  private final File file;
  private final long length;
  private final long modified;
  private final Map<String, Map<String, byte[]>> packages = new HashMap<>();

  OwnJar() {
    file = location();
    length = file == null ? 0 : file.length();
    modified = file == null ? 0 : file.lastModified();
  }

  /** Returns the path of the jar, or null if the classes are not in a jar. */
  private static File location() {
    try {
      CodeSource source = OwnJar.class.getProtectionDomain().getCodeSource();
      File file = new File(source.getLocation().toURI());
      return file.isFile() ? file : null;
    } catch (Exception e) {
      return null;
    }
  }

  /**
   * Returns a class file of an adapter, or null if there is none.
   *
   * @param adapter the adapter's package, as an internal name with a slash at its end
   * @param name the internal name of the class
   */
  byte[] classFile(String adapter, String name) throws IOException {
    if (file == null) {
      try (InputStream in = OwnJar.class.getClassLoader().getResourceAsStream(name + CLASS)) {
        return in == null ? null : readAll(in);
      }
    }
    synchronized (packages) {
      Map<String, byte[]> classes = packages.get(adapter);
      if (classes == null) {
        classes = read(adapter);
        packages.put(adapter, classes);
      }
      return classes.get(name);
    }
  }

  private Map<String, byte[]> read(String adapter) throws IOException {
    if (file.length() != length || file.lastModified() != modified) {
      throw new IOException(
          file + " was changed while the program was running; it takes effect at the next restart");
    }
    Map<String, byte[]> classes = new HashMap<>();
    try (JarFile jar = new JarFile(file, false)) {
      for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
        JarEntry entry = all.nextElement();
        String name = entry.getName();
        if (name.startsWith(adapter) && name.endsWith(CLASS)) {
          try (InputStream in = jar.getInputStream(entry)) {
            classes.put(withoutEnding(name), readAll(in));
          }
        }
      }
    }
    return classes;
  }

  private static String withoutEnding(String name) {
    return name.substring(0, name.length() - CLASS.length());
  }

  /** Returns the binary names of all classes except those of adapters. */
  List<String> coreClasses() throws IOException {
    List<String> names = new ArrayList<>();
    if (file == null) {
      return names;
    }
    try (JarFile jar = new JarFile(file, false)) {
      for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
        String name = all.nextElement().getName();
        if (name.startsWith(OWN) && !name.startsWith(ADAPTERS) && name.endsWith(CLASS)) {
          names.add(withoutEnding(name).replace('/', '.'));
        }
      }
    }
    return names;
  }

  /** Returns the binary names of an adapter's classes. */
  List<String> adapterClasses(String adapter) throws IOException {
    List<String> names = new ArrayList<>();
    if (file != null) {
      classFile(adapter, "");
      synchronized (packages) {
        for (String name : packages.get(adapter).keySet()) {
          names.add(name.replace('/', '.'));
        }
      }
    }
    return names;
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
