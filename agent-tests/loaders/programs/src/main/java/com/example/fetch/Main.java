package com.example.fetch;

import java.util.function.UnaryOperator;

/** Fetches URLs from the loader of this class, and prints what comes. */
public final class Main {
  private Main() {}

  /**
   * Fetches.
   *
   * @param args the simple name of a fetching class and a URL, as often as one likes
   */
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < args.length; i += 2) {
      System.out.println(fetch(args[i], Main.class.getClassLoader()).apply(args[i + 1]));
    }
  }

  /** What fetches, from that loader. */
  @SuppressWarnings("unchecked")
  public static UnaryOperator<String> fetch(String simpleName, ClassLoader loader)
      throws ReflectiveOperationException {
    Class<?> type = Class.forName("com.example.fetch." + simpleName, true, loader);
    return (UnaryOperator<String>)
        type.asSubclass(UnaryOperator.class).getConstructor().newInstance();
  }
}
