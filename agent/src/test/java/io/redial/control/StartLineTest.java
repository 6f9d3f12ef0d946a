package io.redial.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.config.Configuration;
import io.redial.config.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartLineTest {
  @TempDir private Path directory;

  private static String line(String options) {
    Environment nothing =
        new Environment() {
          @Override
          public Map<String, String> variables() {
            return Collections.emptyMap();
          }
        };
    return StartLine.of(Configuration.load(options, nothing), "a client");
  }

  @Test
  void namesTheFileThatWasReadInADirectory() throws IOException {
    Path fallback = Files.createFile(directory.resolve("default.properties"));
    Path orders = Files.createFile(directory.resolve("orders.properties"));

    assertThat(line("service=orders,config=" + directory))
        .endsWith(", service orders, options from " + orders + "; covers a client");
    assertThat(line("service=stock,config=" + directory))
        .endsWith(", service stock, options from " + fallback + "; covers a client");
  }

  @Test
  void namesWhatCannotBeRead() {
    Path missing = directory.resolve("missing.properties");

    assertThat(line("config=" + missing))
        .endsWith(", options from " + missing + "; covers a client");
  }

  @Test
  void saysThatThereIsNoFile() {
    assertThat(line("max-retries=1")).endsWith(", no options file; covers a client");
  }
}
