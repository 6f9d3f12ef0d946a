package io.redial.control.log;

import io.redial.config.LogLevel;
import io.redial.kernel.FaultBoundary;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Prints lines to standard error or to a file. A file that was renamed or deleted is created again,
 * as tools that rotate logs expect. While the file cannot be opened, its lines go to standard
 * error. Used by one thread at a time; may block if the output is a pipe.
 */
final class LogOutput {
  /** How often to check whether the file was moved, or to try again to open it. */
  private static final long POLL_INTERVAL = TimeUnit.SECONDS.toNanos(1);

  private final String file; // Null for standard error.
  private OutputStream out;
  private Charset charset;
  private Object fileKey;
  private long polledNanos;
  private boolean refused;
  private boolean half;

  LogOutput(String file) {
    this.file = file;
  }

  /**
   * Prints a line with a single write, so that nobody else's output ends up in the middle of it.
   *
   * @throws IOException if it could not be written, for example because the disk is full
   */
  void print(String line) throws IOException {
    if (file != null && !ensureOpen()) {
      LogWriter.STANDARD_ERROR.add(line);
      return;
    }
    if (out == null) {
      openStandardError();
    }
    String end = System.lineSeparator();
    try {
      out.write(((half ? end : "") + line + end).getBytes(charset));
      out.flush();
      half = false;
    } catch (IOException e) {
      half = file != null; // Part of the line may be there.
      throw e;
    }
  }

  private void openStandardError() {
    charset = standardErrorCharset();
    try {
      out = new FileOutputStream(FileDescriptor.err);
    } catch (SecurityException e) {
      out = System.err;
    }
  }

  private static Charset standardErrorCharset() {
    try {
      String name = System.getProperty("sun.stderr.encoding", Charset.defaultCharset().name());
      return Charset.forName(System.getProperty("stderr.encoding", name)); // From Java 19 on.
    } catch (IllegalArgumentException | SecurityException e) {
      return Charset.defaultCharset();
    }
  }

  /** Opens the file if it is not open or was moved; returns whether it is open. */
  private boolean ensureOpen() {
    long now = System.nanoTime();
    boolean polls = (out == null && !refused) || now - polledNanos >= POLL_INTERVAL;
    if (polls) {
      polledNanos = now;
      if (out != null && wasMoved()) {
        close();
      }
      if (out == null) {
        open();
      }
    }
    return out != null;
  }

  private void open() {
    charset = StandardCharsets.UTF_8;
    try {
      createForGroup();
      out = new FileOutputStream(file, true);
      fileKey = fileKey();
      refused = false;
    } catch (IOException | InvalidPathException | SecurityException e) {
      if (!refused) {
        refused = true;
        LogWriter.STANDARD_ERROR.add(
            LogLine.plain(
                LogLevel.WARN,
                "cannot write log file " + file + "; logging to stderr until it can be written"));
      }
    }
  }

  /**
   * Creates the file, if there is none, so that its owner can write it and its group can read it:
   * the log names hosts and paths, which are nobody else's business. A file that exists keeps its
   * mode. Not opened this way for good, because an interrupt closes such a channel.
   */
  private void createForGroup() throws IOException {
    Path path = new File(file).toPath();
    if (Files.exists(path)) {
      return;
    }
    Set<StandardOpenOption> options =
        EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    Set<PosixFilePermission> mode = PosixFilePermissions.fromString("rw-r-----");
    try {
      Files.newByteChannel(path, options, PosixFilePermissions.asFileAttribute(mode)).close();
    } catch (UnsupportedOperationException e) {
      // A system without such modes; the file is created as ever.
    }
  }

  private void close() {
    OutputStream old = out;
    out = null;
    half = false;
    FaultBoundary.attempt(old::close); // The stream is not buffered, so no line is lost.
  }

  /** Whether the path now leads to another file, or to none. */
  private boolean wasMoved() {
    try {
      Object now = fileKey();
      return fileKey != null && !fileKey.equals(now);
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException | RuntimeException e) { // If it cannot be known, it stays open.
      return false;
    }
  }

  /** The identity of the file; null where the system has none. */
  private Object fileKey() throws IOException {
    return Files.readAttributes(new File(file).toPath(), BasicFileAttributes.class).fileKey();
  }
}
