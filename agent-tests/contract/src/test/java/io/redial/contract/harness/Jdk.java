package io.redial.contract.harness;

import java.nio.file.Path;

/**
 * A Java runtime.
 *
 * @param home its home folder
 * @param feature its feature version: 8, 11, 17, …
 */
public record Jdk(Path home, int feature) {

  /** One of its programs, {@code java} for instance. */
  public Path program(String name) {
    return home.resolve("bin").resolve(name);
  }

  @Override
  public String toString() {
    return "JDK " + feature;
  }
}
