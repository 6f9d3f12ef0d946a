package io.redial.loaders;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Java runtime.
 *
 * @param home its folder
 * @param version of the language, such as 8
 */
record Java(Path home, int version) {

  /** The JDK that runs the tests. */
  static Java running() {
    return new Java(Path.of(System.getProperty("java.home")), Runtime.version().feature());
  }

  /** It, and Java 8 where agent-tests/jdks.sh has fetched it: its loaders are other ones. */
  static List<Java> runtimes() {
    List<Java> runtimes = new ArrayList<>(List.of(running()));
    fetched().stream().filter(java -> java.version() == 8).findFirst().ifPresent(runtimes::add);
    return runtimes;
  }

  /** Java 8 where it has been fetched, or the JDK that runs the tests. */
  static Java oldest() {
    return runtimes().stream().min(Comparator.comparingInt(Java::version)).orElseThrow();
  }

  /** The newest that agent-tests/jdks.sh has fetched, or the JDK that runs the tests. */
  static Java newest() {
    return Stream.concat(Stream.of(running()), fetched().stream())
        .max(Comparator.comparingInt(Java::version))
        .orElseThrow();
  }

  private static List<Java> fetched() {
    List<Java> fetched = new ArrayList<>();
    Path root = Path.of(System.getProperty("contract.project.root", "../../.."));
    for (String folder : List.of(System.getProperty("contract.jdks", ""), ".jdks")) {
      // Absolute, because some programs run in folders of their own.
      Path homes = root.resolve(folder).toAbsolutePath().normalize();
      if (!folder.isEmpty() && Files.isDirectory(homes)) {
        fetched.addAll(in(homes));
      }
    }
    return fetched;
  }

  /** As the script names them: by their versions. */
  private static List<Java> in(Path folder) {
    try (Stream<Path> homes = Files.list(folder)) {
      return homes
          .filter(home -> home.getFileName().toString().matches("\\d+"))
          .map(home -> new Java(home, Integer.parseInt(home.getFileName().toString())))
          .filter(java -> Files.isExecutable(java.launcher()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
