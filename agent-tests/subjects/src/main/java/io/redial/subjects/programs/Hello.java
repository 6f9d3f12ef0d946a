package io.redial.subjects.programs;

/** Uses no HTTP client: greets on both streams and ends with status 7. */
public final class Hello {
  private Hello() {}

  /** Greets. */
  public static void main(String[] args) {
    System.out.println("hello");
    System.err.println("hello, too");
    System.exit(7);
  }
}
