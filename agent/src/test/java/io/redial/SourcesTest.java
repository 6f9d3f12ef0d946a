package io.redial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each file of the agent's can be read from its top, and each POM but the parent. */
class SourcesTest {
  private static final int MAX_LINES = 500;
  private static final int MAX_LINES_OF_A_POM = 250;
  private static final int MAX_LETTERS = 60;
  private static final Pattern TEST = Pattern.compile("  void (\\w+)\\(");
  private static final Path PROJECT = Path.of("..");
  private static final List<Path> ROOTS =
      List.of(Path.of("src/main/java"), Path.of("src/main/java11"));
  private static final String GUARD = "catch (Throwable";
  private static final Pattern BUDGET =
      Pattern.compile("\\| `([a-z0-9/]+)` \\| ([0-9,]+) \\| ([0-9,]+) \\|");

  @Test
  void noFileIsLongerThanFiveHundredLines() throws IOException {
    Map<String, Integer> lines = new TreeMap<>();
    for (Path root : ROOTS) {
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          lines.put(root.relativize(file).toString(), Files.readAllLines(file).size());
        }
      }
    }
    assertThat(lines).hasSizeGreaterThan(200);
    lines.values().removeIf(count -> count <= MAX_LINES);
    assertThat(lines).isEmpty();
  }

  /** The table of docs/architecture.md: growth is somebody's decision. */
  @Test
  void noPackageOutgrowsItsBudget() throws IOException {
    Map<String, int[]> budgets = budgets();
    assertThat(budgets).containsKeys("policy", "call", "client/jdk", "client/apache5");
    for (Map.Entry<String, int[]> budget : budgets.entrySet()) {
      int lines = 0;
      int guards = 0;
      for (Path root : ROOTS) {
        Path folder = root.resolve("io/redial").resolve(budget.getKey());
        if (Files.isDirectory(folder)) {
          try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
              List<String> text = Files.readAllLines(file);
              lines += text.size();
              guards += (int) text.stream().filter(line -> line.contains(GUARD)).count();
            }
          }
        }
      }
      assertThat(lines).as("lines of %s", budget.getKey()).isPositive();
      assertThat(lines)
          .as("lines of %s", budget.getKey())
          .isLessThanOrEqualTo(budget.getValue()[0]);
      assertThat(guards)
          .as("guards in %s", budget.getKey())
          .isLessThanOrEqualTo(budget.getValue()[1]);
    }
  }

  private static Map<String, int[]> budgets() throws IOException {
    Map<String, int[]> budgets = new TreeMap<>();
    for (String line : Files.readAllLines(PROJECT.resolve("docs/architecture.md"))) {
      Matcher row = BUDGET.matcher(line);
      if (row.matches()) {
        budgets.put(row.group(1), new int[] {number(row.group(2)), number(row.group(3))});
      }
    }
    return budgets;
  }

  private static int number(String text) {
    return Integer.parseInt(text.replace(",", ""));
  }

  /** A name says the behaviour; what it takes for that is in the test. */
  @Test
  void noTestHasANameOfMoreThanSixtyLetters() throws IOException {
    Map<String, String> names = new TreeMap<>();
    try (Stream<Path> all = Files.find(PROJECT, 20, (path, kind) -> isTest(path))) {
      for (Path file : all.toList()) {
        Matcher method = TEST.matcher(Files.readString(file));
        while (method.find()) {
          names.put(method.group(1), file.getFileName().toString());
        }
      }
    }
    assertThat(names).hasSizeGreaterThan(1000);
    names.keySet().removeIf(name -> name.length() <= MAX_LETTERS);
    assertThat(names).isEmpty();
  }

  private static boolean isTest(Path path) {
    return path.toString().endsWith("Test.java") && !isBuilt(path);
  }

  @Test
  void noPomButTheParentIsLongerThanTwoHundredAndFiftyLines() throws IOException {
    Map<String, Integer> lines = new TreeMap<>();
    try (Stream<Path> poms = Files.find(PROJECT, 5, (path, kind) -> isPom(path))) {
      for (Path pom : poms.toList()) {
        lines.put(PROJECT.relativize(pom).toString(), Files.readAllLines(pom).size());
      }
    }
    assertThat(lines).containsKeys("pom.xml", "agent/pom.xml", "agent-tests/contract/pom.xml");
    lines.remove("pom.xml");
    lines.values().removeIf(count -> count <= MAX_LINES_OF_A_POM);
    assertThat(lines).isEmpty();
  }

  private static boolean isPom(Path path) {
    return path.endsWith("pom.xml") && !isBuilt(path);
  }

  private static boolean isBuilt(Path path) {
    for (Path name : PROJECT.relativize(path)) {
      if (name.toString().equals("target") || name.toString().startsWith(".")) {
        return true;
      }
    }
    return false;
  }
}
