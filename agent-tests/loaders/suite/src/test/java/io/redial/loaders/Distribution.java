package io.redial.loaders;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A container as it is distributed.
 *
 * @param home where the build has unpacked it
 */
record Distribution(Path home) {

  static Distribution of(String name) throws IOException {
    try (Stream<Path> folders = Files.list(Path.of("target/containers", name).toAbsolutePath())) {
      return new Distribution(
          folders.filter(folder -> Files.isDirectory(folder)).findFirst().orElseThrow());
    }
  }

  String file(String name) {
    return home.resolve(name).toString();
  }

  /** For a container of a test's own. */
  void copy(String folder, Path base) throws IOException {
    Path from = home.resolve(folder);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = base.resolve(folder).resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }
}
