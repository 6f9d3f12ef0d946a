package io.redial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each file of the agent's can be read from its top, and each POM but the parent. */
class SourcesTest {
  private static final int MAX_LINES = 500;
  private static final int MAX_LINES_OF_A_POM = 250;
  private static final Path PROJECT = Path.of("..");

  @Test
  void noFileIsLongerThanFiveHundredLines() throws IOException {
    Map<String, Integer> lines = new TreeMap<>();
    for (Path root : List.of(Path.of("src/main/java"), Path.of("src/main/java11"))) {
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
    for (Path name : PROJECT.relativize(path)) {
      if (name.toString().equals("target") || name.toString().startsWith(".")) {
        return false;
      }
    }
    return path.endsWith("pom.xml");
  }
}
