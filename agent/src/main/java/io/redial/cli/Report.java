package io.redial.cli;

import io.redial.config.OneLine;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;

/** {@code report FILE.jfr}: makes a page of what a flight recording shows of retries. */
final class Report extends Command {
  private static final String READER = "io.redial.cli.FlightRecordingFile";

  // Of a chunk of a flight recording.
  private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
  private static final int HEADER_BYTES = 68;

  Report() {
    super("Makes a page of a flight recording: retries over time, hosts, reasons, slowest calls.");
    takes("FILE.jfr", true, "A flight recording of a program with Redial.");
    option(
        "--output",
        "FILE.html",
        null,
        "Where to write the page; beside the recording if left out.",
        "A file that is there is replaced.");
  }

  @Override
  int run() throws CommandException {
    Path recording = path(parameter(0));
    String output = option("--output");
    if (json() && output != null) {
      throw wrong("--json prints to standard output: leave out --output");
    }
    Path page = output == null ? beside(recording) : path(output);
    if (!json()
        && page.toAbsolutePath().normalize().equals(recording.toAbsolutePath().normalize())) {
      throw wrong("the page would replace the recording: name another --output");
    }
    RetryReport report;
    try {
      report = read(recording);
    } catch (CommandException e) {
      throw new CommandException(recording + " " + e.getMessage());
    }
    if (json()) {
      out().println(report.json());
      return OK;
    }
    write(page, ReportPage.of(report));
    out().println(OneLine.of(page.toString()));
    return OK;
  }

  private Path path(String text) {
    try {
      return Paths.get(text);
    } catch (InvalidPathException e) {
      throw wrong("not the name of a file: " + text);
    }
  }

  private static Path beside(Path recording) {
    String name = recording.toString();
    return Paths.get(
        (name.endsWith(".jfr") ? name.substring(0, name.length() - 4) : name) + ".html");
  }

  private static RetryReport read(Path recording) throws CommandException {
    try {
      if (Files.exists(recording) && !Files.isRegularFile(recording)) {
        throw new CommandException("is not a regular file");
      }
      check(recording);
      return RetryReport.of(String.valueOf(recording.getFileName()), reader(recording));
    } catch (FileNotFoundException e) {
      throw new CommandException(
          Files.exists(recording) ? "cannot be read by this user" : "does not exist");
    } catch (IOException e) {
      throw new CommandException("cannot be read: " + e.getMessage());
    }
  }

  /**
   * Checks that a file is a complete flight recording. Each of its chunks begins with four bytes,
   * its version and its size. One that was cut off is detected here, because the JDK's reader may
   * wait for the rest.
   *
   * @throws CommandException if it is not
   * @throws IOException if it cannot be read
   */
  private static void check(Path file) throws IOException, CommandException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long length = in.length();
      if (length == 0) {
        throw new CommandException("is empty: the recording has not been written yet");
      }
      long chunk = 0;
      do {
        in.seek(chunk);
        chunk += size(in, chunk == 0);
      } while (chunk < length);
      if (chunk > length) {
        throw cutOff();
      }
    }
  }

  private static long size(RandomAccessFile in, boolean first)
      throws IOException, CommandException {
    try {
      if (in.readInt() != MAGIC) {
        throw new CommandException(
            first ? "is not a flight recording" : "is damaged: a chunk has a bad header");
      }
      in.readInt(); // The version, which the JDK's reader checks.
      long size = in.readLong();
      if (size < HEADER_BYTES) {
        throw new CommandException("is not complete: the program that recorded it did not end it");
      }
      return size;
    } catch (EOFException e) {
      throw first ? new CommandException("is not a flight recording") : cutOff();
    }
  }

  private static CommandException cutOff() {
    return new CommandException("is cut off: copy it again, or record again");
  }

  /** Loads the reader by name, because Java 8 cannot load it and an image may lack its module. */
  private static FlightEvents reader(Path recording) throws CommandException {
    try {
      Class.forName("jdk.jfr.consumer.RecordingFile");
      return Class.forName(READER)
          .asSubclass(FlightEvents.class)
          .getConstructor(Path.class)
          .newInstance(recording);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new CommandException(
          "cannot be read by this Java ("
              + System.getProperty("java.version")
              + "): report needs Java 11 or newer with the module jdk.jfr");
    }
  }

  /**
   * Writes a page, completely or not at all, that only this user can read, because it names hosts
   * and paths. It is put in place by a rename, because recordings often lie in {@code /tmp}, where
   * another user may have left a link to a file of this user under the page's name.
   */
  private static void write(Path page, String text) throws CommandException {
    Path folder = page.toAbsolutePath().getParent();
    boolean there = Files.exists(page, LinkOption.NOFOLLOW_LINKS);
    if (there && !Files.isRegularFile(page, LinkOption.NOFOLLOW_LINKS)) {
      throw cannotWrite(page, "it exists and is not a regular file");
    }
    if (folder == null || !Files.isDirectory(folder)) {
      throw cannotWrite(page, "there is no directory " + folder);
    }
    try {
      Path unfinished = Files.createTempFile(folder, ".redial-report", ".html");
      try {
        Files.write(unfinished, text.getBytes(StandardCharsets.UTF_8));
        Files.move(unfinished, page, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(unfinished);
      }
    } catch (AccessDeniedException e) {
      throw cannotWrite(page, "permission denied; name another --output");
    } catch (IOException e) {
      throw cannotWrite(page, e.getMessage());
    }
  }

  private static CommandException cannotWrite(Path page, String reason) {
    return new CommandException("cannot write " + page + ": " + reason);
  }
}
