package io.redial.contract.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The Java runtimes of this machine: the one that runs the tests, {@code .jdks} at the project's
 * root (see agent-tests/jdks.sh), /usr/lib/jvm and the folder named by {@code contract.jdks}. One
 * per feature version; the earlier place wins.
 */
public final class Jdks {
  /** The versions that the whole matrix is about. */
  public static final List<Integer> WANTED = List.of(8, 11, 17, 21, 25, 26, 27);

  /** Where a plain build runs its slice, besides the JDK that runs the build. */
  private static final List<Integer> SLICE = List.of(8, 11, 25);

  private static final Map<Integer, Jdk> FOUND = find();

  private Jdks() {}

  /** The JDK that runs the tests. */
  public static Jdk running() {
    return FOUND.get(Runtime.version().feature());
  }

  /** Whether every test is to run on every JDK. */
  public static boolean all() {
    return matrix().equals("all");
  }

  private static String matrix() {
    return System.getProperty("contract.matrix", "running");
  }

  /** Everything found, oldest first. */
  public static Collection<Jdk> found() {
    return FOUND.values();
  }

  /** The wanted versions that were not found. */
  public static List<Integer> missing() {
    return WANTED.stream().filter(version -> !FOUND.containsKey(version)).toList();
  }

  /** That version, if it was found. */
  public static Optional<Jdk> version(int feature) {
    return Optional.ofNullable(FOUND.get(feature));
  }

  /**
   * Those that a test is to run on.
   *
   * @param from the oldest version that the test can use
   * @param to the newest
   * @param slice whether a plain build is to try it on a few others, too
   * @param end whether the client is one that is run on every JDK if that is asked for
   */
  public static List<Jdk> choose(int from, int to, boolean slice, boolean end) {
    List<Jdk> able =
        FOUND.values().stream().filter(j -> j.feature() >= from && j.feature() <= to).toList();
    if (able.isEmpty() || (all() && end)) {
      return able;
    }
    List<Jdk> chosen = new ArrayList<>();
    for (Jdk jdk : able) {
      if (jdk.equals(running()) || (slice && SLICE.contains(jdk.feature()))) {
        chosen.add(jdk);
      }
    }
    return chosen.isEmpty() ? able.subList(able.size() - 1, able.size()) : chosen;
  }

  private static Map<Integer, Jdk> find() {
    TreeMap<Integer, Jdk> found = new TreeMap<>();
    add(found, Path.of(System.getProperty("java.home")));
    String named = System.getProperty("contract.jdks", "");
    if (!named.isBlank()) {
      addAll(found, Path.of(named));
    }
    addAll(found, Path.of(System.getProperty("contract.project.root", "../..")).resolve(".jdks"));
    addAll(found, Path.of("/usr/lib/jvm"));
    return found;
  }

  private static void addAll(Map<Integer, Jdk> found, Path folder) {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> homes = Files.list(folder)) {
        homes.sorted().forEach(home -> add(found, home));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void add(Map<Integer, Jdk> found, Path home) {
    if (Files.isExecutable(home.resolve("bin/java"))) {
      int feature = feature(home);
      found.putIfAbsent(feature, new Jdk(home.toAbsolutePath().normalize(), feature));
    }
  }

  /** As {@code java.version} has it: {@code 1.8.0_504}, {@code 17.0.15}, {@code 27}. */
  private static int feature(Path home) {
    String version = version(home);
    String[] parts = (version.startsWith("1.") ? version.substring(2) : version).split("[^0-9]", 2);
    return Integer.parseInt(parts[0]);
  }

  /** From the home's release file or, where a package left it out, from the runtime itself. */
  private static String version(Path home) {
    Path release = home.resolve("release");
    try {
      if (!Files.exists(release)) {
        return askedVersion(home);
      }
      Properties properties = new Properties();
      try (var in = Files.newInputStream(release)) {
        properties.load(in);
      }
      return properties.getProperty("JAVA_VERSION").replace("\"", "");
    } catch (IOException e) {
      throw new UncheckedIOException("a Java home that does not tell its version: " + home, e);
    }
  }

  private static String askedVersion(Path home) throws IOException {
    Process java =
        new ProcessBuilder(
                home.resolve("bin/java").toString(), "-XshowSettings:properties", "-version")
            .redirectErrorStream(true)
            .start();
    try (BufferedReader lines = java.inputReader()) {
      return lines
          .lines()
          .map(String::strip)
          .filter(line -> line.startsWith("java.version = "))
          .map(line -> line.substring("java.version = ".length()))
          .findFirst()
          .orElseThrow(() -> new IOException("no java.version was printed"));
    }
  }
}
