package io.redial.cli;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * Checks the chunks of a flight recording. Each begins with four bytes, its version and its size. A
 * recording that was cut off is detected here, because the JDK's reader may wait for the rest.
 */
final class ChunkHeaders {
  private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
  private static final int HEADER_BYTES = 68;

  private ChunkHeaders() {}

  /**
   * Checks that a file is a complete flight recording.
   *
   * @throws CommandException if it is not
   * @throws IOException if it cannot be read
   */
  static void check(Path file) throws IOException, CommandException {
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
}
