package io.redial.loaders;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Java runtime.
 *
 * @param home its folder
 * @param version 8, or that of the JDK which runs the tests
 */
record Java(Path home, int version) {

  /** The JDK that runs the tests. */
  static Java running() {
    return new Java(Path.of(System.getProperty("java.home")), Runtime.version().feature());
  }

  /** It, and Java 8 where agent-tests/jdks.sh has fetched it: its loaders are other ones. */
  static List<Java> runtimes() {
    List<Java> runtimes = new ArrayList<>(List.of(running()));
    for (String folder : List.of(System.getProperty("contract.jdks", ""), ".jdks")) {
      Path home = Path.of(System.getProperty("contract.project.root", "../../..")).resolve(folder);
      if (runtimes.size() == 1 && Files.isExecutable(home.resolve("8/bin/java"))) {
        runtimes.add(new Java(home.resolve("8"), 8));
      }
    }
    return runtimes;
  }

  /** Its launcher. */
  Path launcher() {
    return home.resolve("bin/java");
  }

  @Override
  public String toString() {
    return "Java " + version;
  }
}
