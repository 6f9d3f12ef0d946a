package io.redial.benchmarks.programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Class paths for programs that are measured. */
public final class ClassPath {
  private ClassPath() {}

  /**
   * Copies that class to a folder and nothing else. The benchmarks' own class path would hold the
   * empty agent as well: the JVM would find that there, and not open its jar as it opens any other
   * agent's.
   */
  public static Path of(Class<?> program, Path folder) throws IOException {
    String entry = program.getName().replace('.', '/') + ".class";
    Path copy = folder.resolve(entry);
    Files.createDirectories(copy.getParent());
    try (InputStream bytes = program.getClassLoader().getResourceAsStream(entry)) {
      Files.write(copy, bytes.readAllBytes());
    }
    return folder;
  }
}
