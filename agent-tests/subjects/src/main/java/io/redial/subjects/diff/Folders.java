package io.redial.subjects.diff;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Temporary folders. */
final class Folders {
  private Folders() {}

  /** Deletes a folder and all in it, as far as that is possible. */
  static void delete(Path folder) {
    try (Stream<Path> entries = Files.walk(folder)) {
      entries.sorted(Comparator.reverseOrder()).forEach(entry -> entry.toFile().delete());
    } catch (IOException e) {
      // The system's own cleaning takes it.
    }
  }
}
