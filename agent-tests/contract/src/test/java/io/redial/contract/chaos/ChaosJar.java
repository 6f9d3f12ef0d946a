package io.redial.contract.chaos;

import java.nio.file.Path;

/** The agent that stands before Redial's and sees all of its methods being entered. */
public final class ChaosJar {
  private ChaosJar() {}

  /** The JVM's argument for it; it sees the methods that may fail. */
  static String argument() {
    return "-javaagent:"
        + Path.of(System.getProperty("contract.chaos.jar", "../chaos/target/redial-chaos.jar"))
            .toAbsolutePath()
            .normalize();
  }

  /** The same for other packages of Redial's, separated by {@code |}. */
  public static String argument(String packages) {
    return argument() + "=" + packages;
  }
}
