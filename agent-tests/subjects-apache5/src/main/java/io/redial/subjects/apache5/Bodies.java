package io.redial.subjects.apache5;

import io.redial.subjects.InFlight;
import io.redial.subjects.Order;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/** A file that holds an order's body, and can be changed while the call is in flight. */
final class Bodies {
  private Bodies() {}

  static Path file(Order order) throws IOException {
    Path file = Files.write(Files.createTempFile("redial-subject", ".body"), order.bodyBytes());
    InFlight.offer(order.key(), "change-file", () -> change(file));
    return file;
  }

  /** Another content of the same length, and another time. */
  private static void change(Path file) {
    try {
      byte[] other = Files.readAllBytes(file);
      other[0]++;
      Files.write(file, other);
      Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
