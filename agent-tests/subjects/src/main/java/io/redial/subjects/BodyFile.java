package io.redial.subjects;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a call puts a body that it is to read into a file. Its folder is made when somebody asks,
 * because some programs run where there is none for temporary files.
 */
public final class BodyFile implements AutoCloseable {
  private Path folder;

  /** The file, which is not made yet. */
  public synchronized Path path() throws IOException {
    if (folder == null) {
      folder = Files.createTempDirectory("redial-subject");
    }
    return folder.resolve("body");
  }

  @Override
  public synchronized void close() throws IOException {
    if (folder != null) {
      Files.deleteIfExists(folder.resolve("body"));
      Files.deleteIfExists(folder);
    }
  }
}
