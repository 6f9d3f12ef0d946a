package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the manual tells people to copy. */
class DeploymentSamplesTest {
  private static final Path SAMPLES = Path.of("..", "samples", "deploy");

  private static Configuration load(Path directory) {
    Environment environment =
        new Environment() {
          @Override
          public Map<String, String> variables() {
            return Map.of("OTEL_SERVICE_NAME", "orders");
          }

          @Override
          public Properties properties() {
            return new Properties();
          }
        };
    return Configuration.load("config=" + directory, environment);
  }

  @Test
  void theFilesHaveNoFaults() {
    Configuration configuration = load(SAMPLES);

    assertThat(configuration.faults()).isEmpty();
    assertThat(configuration.files()).hasSize(2);
    assertThat(configuration.routes()).extracting(Route::name).containsExactly("stock", "payments");
  }

  @Test
  void everyImageIsNamedByItsDigest() throws IOException {
    List<String> images = new ArrayList<>();
    for (String line : Files.readAllLines(SAMPLES.resolve("kubernetes.yaml"))) {
      if (line.trim().startsWith("image:") || line.contains("FROM ")) {
        images.add(line);
      }
    }

    assertThat(images).hasSize(3).allMatch(image -> image.matches(".*@sha256:[0-9a-f]{64}"));
  }

  @Test
  void theFilesInTheConfigMapHaveNoFaults(@TempDir Path mount) throws IOException {
    Path file = null;
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(SAMPLES.resolve("kubernetes.yaml"))) {
      if (file != null && line.startsWith("    ")) {
        lines.add(line.trim());
        Files.write(file, lines, StandardCharsets.UTF_8);
      } else {
        lines.clear();
        file =
            line.endsWith(".properties: |") ? mount.resolve(line.trim().replace(": |", "")) : null;
      }
    }

    assertThat(load(mount).faults()).isEmpty();
    assertThat(load(mount).files()).hasSize(2);
    assertThat(load(mount).policyFor(FakeTarget.of("GET", "https://stock.internal/")).maxRetries())
        .isEqualTo(2);
  }
}
