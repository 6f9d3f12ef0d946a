package io.redial.benchmarks.programs;

/** A program without an HTTP client. */
public final class NoClient {
  private NoClient() {}

  public static void main(String[] arguments) {
    System.out.println("done");
  }
}
