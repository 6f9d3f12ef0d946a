package io.redial.control.remote;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A directory that is open, and so stays the same whatever its path leads to in the meantime: files
 * are found by name within it, and links are not followed. Where the JDK cannot do this (macOS, up
 * to some version) paths are used; see {@link #isPinned}. Used by one thread.
 */
final class OpenDirectory implements Closeable {
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final FileAttribute<Set<PosixFilePermission>> READABLE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--"));

  private final Path path;
  private final DirectoryStream<Path> stream;

  /** The same stream; null if the JDK has none of that kind here. */
  private final SecureDirectoryStream<Path> secure;

  private OpenDirectory(Path path, DirectoryStream<Path> stream) {
    this.path = path;
    this.stream = stream;
    this.secure =
        stream instanceof SecureDirectoryStream ? (SecureDirectoryStream<Path>) stream : null;
  }

  /** Opens a directory by its path. Links are followed. */
  @SuppressWarnings("StreamResourceLeak") // The stream is closed with this object.
  static OpenDirectory of(Path path) throws IOException {
    return new OpenDirectory(path, Files.newDirectoryStream(path));
  }

  /**
   * Opens a directory in this one.
   *
   * @param key the directory's own file key, which tells it from whatever takes its place
   * @throws NoSuchFileException if it is not the same any more
   */
  @SuppressWarnings("StreamResourceLeak") // The stream is closed with what is returned.
  OpenDirectory open(String name, Object key) throws IOException {
    // The dot is for a pipe that has taken its place: the JDK would wait for somebody to write
    // into it. It also makes the system follow a link, which the comparison then finds out.
    Path itself = Paths.get(name, ".");
    OpenDirectory opened =
        new OpenDirectory(
            path.resolve(name),
            secure != null
                ? secure.newDirectoryStream(itself)
                : Files.newDirectoryStream(path.resolve(itself)));
    if (!key.equals(opened.attributes().fileKey())) {
      opened.close();
      throw new NoSuchFileException(opened.path.toString());
    }
    return opened;
  }

  /** Whether this stays the same directory even if its path comes to lead elsewhere. */
  boolean isPinned() {
    return secure != null;
  }

  Path path() {
    return path;
  }

  /** The directory's own attributes. */
  PosixFileAttributes attributes() throws IOException {
    return attributes(".");
  }

  /** The attributes of a file in this directory; of a link, its own. */
  PosixFileAttributes attributes(String name) throws IOException {
    LinkOption itself = LinkOption.NOFOLLOW_LINKS;
    return secure != null
        ? secure
            .getFileAttributeView(Paths.get(name), PosixFileAttributeView.class, itself)
            .readAttributes()
        : Files.readAttributes(path.resolve(name), PosixFileAttributes.class, itself);
  }

  /**
   * The names of some of the files in it. After {@link TemporaryDirectory#MAX_NAMES} the rest are
   * not looked at. Can be called once.
   */
  List<String> names(Predicate<String> which) throws IOException {
    return names(which, TemporaryDirectory.MAX_NAMES);
  }

  List<String> names(Predicate<String> which, int most) throws IOException {
    List<String> names = new ArrayList<>();
    int inspected = 0;
    try {
      for (Path file : stream) {
        String name = file.getFileName().toString();
        if (which.test(name)) {
          names.add(name);
        }
        if (++inspected == most) {
          break;
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return names;
  }

  /**
   * Reads a file.
   *
   * @param isOthers whether it may be another user's, in one's own directory, so that the system
   *     waits if it is a pipe; otherwise, it is opened for writing, too, and the system does not
   * @return null if it is longer than that many bytes
   */
  byte[] read(String name, int longest, boolean isOthers) throws IOException {
    OpenOption more = isOthers ? StandardOpenOption.READ : StandardOpenOption.WRITE;
    try (SeekableByteChannel channel = channel(name, PRIVATE, StandardOpenOption.READ, more)) {
      if (channel.size() == 0) {
        return new byte[0]; // A pipe, for example, which nobody may ever write into.
      }
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(channel.size(), longest) + 1);
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // Goes on to the end, which may have moved since the size was read.
      }
      return bytes.hasRemaining() ? Arrays.copyOf(bytes.array(), bytes.position()) : null;
    }
  }

  /**
   * Creates a file and writes it.
   *
   * @param isPrivate whether its owner alone may read it; otherwise everybody who may use the
   *     directory can
   */
  void write(String name, byte[] contents, boolean isPrivate) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(contents);
    FileAttribute<Set<PosixFilePermission>> mode = isPrivate ? PRIVATE : READABLE;
    try (SeekableByteChannel channel =
        channel(name, mode, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }

  private SeekableByteChannel channel(
      String name, FileAttribute<Set<PosixFilePermission>> mode, OpenOption... options)
      throws IOException {
    Set<OpenOption> all = new HashSet<>(Arrays.asList(options));
    all.add(LinkOption.NOFOLLOW_LINKS);
    return secure != null
        ? secure.newByteChannel(Paths.get(name), all, mode)
        : Files.newByteChannel(path.resolve(name), all, mode);
  }

  void rename(String name, String other) throws IOException {
    if (secure != null) {
      secure.move(Paths.get(name), secure, Paths.get(other));
    } else {
      Files.move(path.resolve(name), path.resolve(other), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Deletes a file that is not a directory; of a link, the link itself. */
  void delete(String name) throws IOException {
    if (secure != null) {
      secure.deleteFile(Paths.get(name));
    } else {
      Files.delete(path.resolve(name));
    }
  }

  /** Deletes an empty directory. */
  void deleteDirectory(String name) throws IOException {
    if (secure != null) {
      secure.deleteDirectory(Paths.get(name));
    } else {
      Files.delete(path.resolve(name));
    }
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
