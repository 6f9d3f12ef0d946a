package com.example.fetch.host;

import com.example.fetch.Main;
import java.net.URL;
import java.net.URLClassLoader;

/** A program whose plug-ins come and go, each with a client of its own. */
public final class Plugins {
  private Plugins() {}

  /**
   * Loads a plug-in, fetches with it, and lets it go.
   *
   * @param args the simple name of a fetching class, a URL, and what the plug-in has
   */
  public static void main(String[] args) throws Exception {
    System.out.println(use(args).await());
  }

  private static Gone use(String[] args) throws Exception {
    URL[] urls = Urls.of(args, 2);
    ClassLoader jdk = ClassLoader.getSystemClassLoader().getParent();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(urls, jdk)) {
      thread.setContextClassLoader(loader);
      System.out.println(Main.fetch(args[0], loader).apply(args[1]));
      return new Gone(loader);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
