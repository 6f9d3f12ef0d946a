package com.example.fetch;

import java.util.function.UnaryOperator;

/** Fetches URLs from the loader of this class, and prints what comes. */
public final class Main {
  private Main() {}

  /**
   * Fetches.
   *
   * @param args a fetching class, by its simple or its full name, and a URL, as often as one likes
   */
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < args.length; i += 2) {
      System.out.println(fetch(args[i], Main.class.getClassLoader()).apply(args[i + 1]));
    }
  }

  /** What fetches, from that loader. */
  @SuppressWarnings("unchecked")
  public static UnaryOperator<String> fetch(String name, ClassLoader loader)
      throws ReflectiveOperationException {
    String full = name.contains(".") ? name : "com.example.fetch." + name;
    Class<?> type = Class.forName(full, true, loader);
    return (UnaryOperator<String>)
        type.asSubclass(UnaryOperator.class).getConstructor().newInstance();
  }
}
