package io.redial.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes a page completely or not at all. The page is put in place by a rename, because recordings
 * often lie in {@code /tmp}, where another user may have left a link to a file of this user under
 * the page's name.
 */
final class PageFile {
  private PageFile() {}

  /**
   * Writes a page that only this user can read, because it names hosts and paths.
   *
   * @throws IOException if it cannot be written, or its name is that of something other than a
   *     regular file
   */
  static void write(Path page, String text) throws IOException {
    boolean there = Files.exists(page, LinkOption.NOFOLLOW_LINKS);
    if (there && !Files.isRegularFile(page, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("it exists and is not a regular file");
    }
    Path folder = page.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IOException("there is no directory " + folder);
    }
    Path unfinished = Files.createTempFile(folder, ".redial-report", ".html");
    try {
      Files.write(unfinished, text.getBytes(StandardCharsets.UTF_8));
      Files.move(unfinished, page, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }
}
