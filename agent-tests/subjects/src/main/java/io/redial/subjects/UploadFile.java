package io.redial.subjects;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/**
 * A file that contains an order's body. It is made when somebody asks, and can be changed while the
 * call is in flight.
 */
public final class UploadFile implements AutoCloseable {
  private final Order order;
  private final boolean redated;
  private Path path;

  /**
   * Not made yet.
   *
   * @param redated whether a change also gives it a time that is far from the first one
   */
  public UploadFile(Order order, boolean redated) {
    this.order = order;
    this.redated = redated;
  }

  /** The file. */
  public Path path() throws IOException {
    if (path == null) {
      path = Files.write(Files.createTempFile("redial-subject", ".body"), order.bodyBytes());
      InFlight.offer(order.key(), "change-file", this::change);
    }
    return path;
  }

  /** Another content of the same length, unless the call is over already. */
  private void change() {
    try {
      byte[] other = Files.readAllBytes(path);
      other[0]++;
      Files.write(path, other);
      if (redated) {
        Files.setLastModifiedTime(path, FileTime.fromMillis(1_000_000_000_000L));
      }
    } catch (NoSuchFileException over) {
      // On a busy machine, the retry may be sooner than this.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    if (path != null) {
      Files.deleteIfExists(path);
    }
  }
}
