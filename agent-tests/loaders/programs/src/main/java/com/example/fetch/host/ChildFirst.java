package com.example.fetch.host;

import com.example.fetch.Main;
import java.net.URL;
import java.net.URLClassLoader;

/** A loader that asks its parent last, as application servers and plug-in systems have it. */
public final class ChildFirst extends URLClassLoader {

  ChildFirst(URL[] urls, ClassLoader parent) {
    super(urls, parent);
  }

  /**
   * Fetches first as the program itself, then out of such a loader.
   *
   * @param args the simple name of a fetching class, a URL for each of the two, and what the loader
   *     has
   */
  public static void main(String[] args) throws Exception {
    System.out.println(Main.fetch(args[0], Main.class.getClassLoader()).apply(args[1]));
    try (ChildFirst loader = new ChildFirst(Urls.of(args, 3), Main.class.getClassLoader())) {
      System.out.println(Main.fetch(args[0], loader).apply(args[2]));
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      try {
        return findClass(name);
      } catch (ClassNotFoundException notOurs) {
        return super.loadClass(name, resolve);
      }
    }
  }
}
