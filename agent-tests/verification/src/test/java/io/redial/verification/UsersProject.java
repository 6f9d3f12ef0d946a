package io.redial.verification;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A copy of samples/wiremock-verification, in a folder that has nothing else in it.
 *
 * <p>Its Maven inherits {@code MAVEN_OPTS}, by which CI has each artifact checked against the list
 * of those that are trusted; {@code .mvn} with that list is copied, too, for Mavens that check by
 * themselves.
 *
 * @param folder the copy
 */
record UsersProject(Path folder) {
  static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  static final Path ORIGINAL = ROOT.resolve("samples/wiremock-verification");

  private static final Pattern SCENARIO =
      Pattern.compile("  @Test\\n  void (\\w+)\\(.*?\\n  }\\n", Pattern.DOTALL);

  static UsersProject copiedTo(Path folder) throws IOException {
    copy(ORIGINAL, folder);
    copy(ROOT.resolve(".mvn"), folder.resolve(".mvn"));
    return new UsersProject(folder);
  }

  /** The built agent. */
  static Path agent() {
    Path jar = ROOT.resolve("agent/target/redial-agent.jar");
    if (!Files.exists(jar)) {
      throw new IllegalStateException(jar + " is missing: build the agent first");
    }
    return jar;
  }

  /** The argument of Maven that attaches the agent to the project's tests. */
  static String withAgent() {
    return "-Dredial.jar=" + agent();
  }

  /** The source of each test, by a name like {@code OrdersTest.sendsTheSameBodyAgain}. */
  static Map<String, String> scenarios() throws IOException {
    Map<String, String> scenarios = new TreeMap<>();
    try (Stream<Path> files = Files.walk(ORIGINAL.resolve("src/test/java"))) {
      for (Path file : files.filter(f -> f.toString().endsWith("Test.java")).toList()) {
        String type = file.getFileName().toString().replace(".java", ".");
        SCENARIO
            .matcher(Files.readString(file))
            .results()
            .forEach(found -> scenarios.put(type + found.group(1), found.group()));
      }
    }
    return scenarios;
  }

  /** Replaces what a regular expression finds in one of the copy's files. */
  void edit(String file, String pattern, String replacement) throws IOException {
    Path path = folder.resolve(file);
    String before = Files.readString(path);
    String after = before.replaceFirst(pattern, replacement);
    if (after.equals(before)) {
      throw new AssertionError(pattern + " is not in " + file);
    }
    Files.writeString(path, after);
  }

  /**
   * Runs {@code mvn test}, and prints how long that took.
   *
   * @param environment further variables
   * @param arguments further arguments of Maven
   */
  TestRun test(Map<String, String> environment, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("verification.maven.home"), "bin", "mvn").toString());
    command.addAll(List.of("-B", "-ntp", "-Dstyle.color=never", "--strict-checksums"));
    command.add("-Dmaven.repo.local=" + System.getProperty("verification.maven.repository"));
    if (System.getProperty("verification.maven.offline").equals("offline: true")) {
      command.add("--offline");
    }
    command.add("test");
    command.addAll(List.of(arguments));
    Path reports = folder.resolve("target/surefire-reports");
    delete(reports);
    long start = System.nanoTime();
    Command maven = Command.run(folder, environment, command);
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf("%s mvn test %s: %.1f s%n", environment, List.of(arguments), seconds);
    return TestRun.of(maven, reports);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path relative = from.relativize(file);
        if (!relative.startsWith("target")) {
          Files.createDirectories(to.resolve(relative).getParent());
          Files.copy(file, to.resolve(relative));
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
