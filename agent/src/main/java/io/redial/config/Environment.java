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
import java.util.Enumeration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * The variables, properties and files of this process, from which options are read. Tests override
 * it. Every method may throw {@link SecurityException}.
 */
public class Environment {
  /** The process's environment variables. */
  public Map<String, String> variables() {
    return System.getenv();
  }

  /** The process's system properties. */
  public Properties properties() {
    return System.getProperties();
  }

  /** Returns the names of Redial's environment variables, sorted. Called at each start. */
  final Set<String> ownVariables() {
    Set<String> names = new TreeSet<>();
    for (String name : variables().keySet()) {
      if (name.startsWith(Option.ENVIRONMENT_PREFIX) && !isServiceLink(name)) {
        names.add(name);
      }
    }
    return names;
  }

  /**
   * Returns whether this is a variable that Kubernetes sets for a Service whose name begins with
   * redial.
   */
  private static boolean isServiceLink(String name) {
    return name.endsWith("_PORT") || name.contains("_PORT_") || name.endsWith("_SERVICE_HOST");
  }

  /** Returns the names of Redial's system properties, sorted. */
  final Set<String> ownProperties() {
    Set<String> names = new TreeSet<>();
    // Unlike the key set, it may be iterated while the program changes properties.
    for (Enumeration<?> keys = properties().keys(); keys.hasMoreElements(); ) {
      Object name = keys.nextElement();
      if (name instanceof String && ((String) name).startsWith(Option.SYSTEM_PROPERTY_PREFIX)) {
        names.add((String) name);
      }
    }
    return names;
  }

  public boolean isDirectory(File file) {
    return file.isDirectory();
  }

  /**
   * Returns the names of the files in a directory, in any order, or null if it cannot be listed.
   */
  public String[] list(File directory) {
    return directory.list();
  }

  /**
   * Returns whether there is a file of that name, readable or not; true also if that cannot be
   * known, because reading then reports it. A dangling link counts, because its target is missing
   * by mistake and was not left out on purpose.
   */
  public boolean exists(File file) {
    return FileContents.exists(file);
  }

  /** Returns whether every user of the machine can write the file; false if that is not known. */
  public boolean isWritableByAll(File file) {
    return FileContents.isWritableByAll(file);
  }

  /**
   * Returns the contents of a file.
   *
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws IOException if it cannot be read, is not a regular file, or is longer than 1 MiB
   */
  public byte[] contents(File file) throws IOException {
    return FileContents.of(file);
  }

  /** Reads files. Separate so that a start without files does not load it. */
  private static final class FileContents {
    /** Maximum length in bytes. A longer file contains no options and was named by mistake. */
    private static final int LONGEST = 1 << 20;

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
}
