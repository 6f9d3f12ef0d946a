package io.redial.contract.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The clients' jars as the parent POM has them copied: a folder for each line of a client, and one
 * for what all need.
 *
 * @param subjects where the module of the subjects has built
 */
record ClientJars(Path subjects) {
  static ClientJars of(String module) {
    return new ClientJars(
        Path.of(System.getProperty("contract.project.root", "../.."))
            .resolve("agent-tests/" + module + "/target")
            .toAbsolutePath()
            .normalize());
  }

  /** The names of the folders. */
  Stream<String> folders() {
    return list(subjects.resolve("clients")).map(folder -> folder.getFileName().toString());
  }

  /** The jars of a folder. */
  Stream<Path> jars(String folder) {
    return list(subjects.resolve("clients").resolve(folder));
  }

  /** The class path of a program with the jars of some folders. */
  Stream<Path> classPath(String... folders) {
    return Stream.of(
            Stream.of(subjects.resolve("classes")),
            Stream.of(folders).flatMap(this::jars),
            jars("shared"))
        .flatMap(entries -> entries);
  }

  private static Stream<Path> list(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Stream.empty();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
