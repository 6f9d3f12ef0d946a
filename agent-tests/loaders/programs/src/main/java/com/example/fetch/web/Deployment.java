package com.example.fetch.web;

import com.example.fetch.Main;

/** There is one of these for each class loader of a web application, for as long as it lives. */
public final class Deployment {
  private static final Deployment THIS = new Deployment();

  private Deployment() {}

  /** Fetches with the application's own client. */
  public static String fetch(String what, String url) throws ReflectiveOperationException {
    ClassLoader loader = THIS.getClass().getClassLoader();
    String answer = Main.fetch(what, loader).apply(url);
    return answer + " by " + Main.class.getClassLoader().getClass().getSimpleName();
  }
}
