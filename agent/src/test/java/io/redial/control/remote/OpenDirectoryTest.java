package io.redial.control.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories that anybody can fill. */
class OpenDirectoryTest {
  @Test
  void onlySoManyNamesAreLookedAt(@TempDir Path directory) throws IOException {
    for (int i = 0; i < 20; i++) {
      Files.createFile(directory.resolve("redial-" + (100 + i)));
    }
    int[] looked = {0};

    try (OpenDirectory opened = OpenDirectory.of(directory)) {
      assertThat(opened.names(name -> looked[0]++ >= 0, 10)).hasSize(10);
    }

    assertThat(looked[0]).isEqualTo(10);
  }
}
