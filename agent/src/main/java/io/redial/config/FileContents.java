package io.redial.config;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;

/**
 * Reads files. Separate from {@link Environment} so that a start without files does not load it.
 */
final class FileContents {
  /** Maximum length in bytes. A longer file contains no options and was named by mistake. */
  private static final int LONGEST = 1 << 20;

  private FileContents() {}

  static boolean exists(File file) {
    try {
      Files.readAttributes(file.toPath(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return true;
    } catch (AccessDeniedException | SecurityException e) {
      return true; // Reading the file reports that.
    } catch (InvalidPathException | IOException e) {
      return false;
    }
  }

  /** Says why a file that cannot be found cannot be found. */
  private static String problem(File file) {
    try {
      Files.readAttributes(file.toPath(), BasicFileAttributes.class);
    } catch (AccessDeniedException e) {
      return "permission denied for a directory of the path";
    } catch (InvalidPathException | IOException e) {
      File parent = file.getAbsoluteFile().getParentFile();
      if (parent != null && parent.exists() && !parent.isDirectory()) {
        return parent + " is not a directory";
      }
    }
    return "no such file";
  }

  static boolean isWritableByAll(File file) {
    try {
      return Files.getPosixFilePermissions(file.toPath())
          .contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException
        | InvalidPathException
        | UnsupportedOperationException
        | SecurityException e) {
      return false;
    }
  }

  static byte[] of(File file) throws IOException {
    if (!file.exists()) {
      throw new FileNotFoundException(problem(file));
    }
    if (!file.isFile()) {
      throw new IOException("not a regular file");
    }
    try (InputStream in = new FileInputStream(file)) {
      ByteArrayOutputStream contents = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        contents.write(buffer, 0, n);
        if (contents.size() > LONGEST) {
          throw new IOException("longer than 1 MiB");
        }
      }
      return contents.toByteArray();
    }
  }
}
