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

/** Each file of the agent's can be read from its top. */
class SourcesTest {
  private static final int MOST_LINES = 300;

  @Test
  void noFileIsLongerThanThreeHundredLines() throws IOException {
    Map<String, Integer> lines = new TreeMap<>();
    for (Path root : List.of(Path.of("src/main/java"), Path.of("src/main/java11"))) {
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          lines.put(root.relativize(file).toString(), Files.readAllLines(file).size());
        }
      }
    }
    assertThat(lines).hasSizeGreaterThan(200);
    lines.values().removeIf(count -> count <= MOST_LINES);
    assertThat(lines).isEmpty();
  }
}
