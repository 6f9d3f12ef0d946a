package io.redial.control.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.List;
import java.util.function.Predicate;

/**
 * The directory that contains the folders of processes: this process's {@code /tmp}, or that of a
 * process in a container. Immutable.
 */
public final class TemporaryDirectory {
  /**
   * How many of its files are looked at, at most. Others may have put any number of files into a
   * directory that everybody can write.
   */
  public static final int MAX_NAMES = 100_000;

  private static final int STICKY = 01000;
  private static final int WRITABLE_BY_OTHERS = 022;

  /** Why a process cannot be asked that has a user namespace of its own. */
  public static final String OTHER_USERS =
      "it has a user namespace of its own, in which it can mount any file in the place of another;"
          + " run this inside it, with kubectl exec or nsenter";

  private static final Path SELF = Paths.get("/proc/self");

  private final Path path;

  /** The root directory of a container in which the last part of the path must not be a link. */
  private final Path root;

  private TemporaryDirectory(Path path, Path root) {
    this.path = path;
    this.root = root;
  }

  /** The one of this process. HotSpot looks for its attach files there, too. */
  public static TemporaryDirectory local() {
    Path linux = Paths.get("/tmp");
    return of(
        Files.isDirectory(linux) ? linux : Paths.get(System.getProperty("java.io.tmpdir", "/tmp")));
  }

  static TemporaryDirectory of(Path path) {
    return new TemporaryDirectory(path, null);
  }

  /**
   * The one of a process with another root directory. Its users decide what is there, so nothing in
   * it may be a link: an absolute link would lead to a directory of this process.
   *
   * @param root {@code /proc/PID/root}
   */
  public static TemporaryDirectory inside(Path root) {
    return new TemporaryDirectory(root.resolve("tmp"), root);
  }

  /** Its path, for messages. */
  public Path path() {
    return path;
  }

  /**
   * Opens it.
   *
   * @throws IOException if that is impossible, or others could replace what is in it while it is
   *     used
   */
  OpenDirectory open() throws IOException {
    OpenDirectory opened = root == null ? OpenDirectory.of(path) : openInside();
    try {
      if (!opened.isPinned() && (root != null || othersCanRename())) {
        throw new IOException("another user could replace files in " + path);
      }
    } catch (IOException | RuntimeException | Error e) {
      opened.close();
      throw e;
    }
    return opened;
  }

  /**
   * Whether files that a process shows in its root directory can be trusted to be its user's: not
   * if it may mount others there.
   *
   * @param process {@code /proc/PID}
   */
  public static boolean mayEnter(Path process) {
    return ProcessIdentity.namespace(process, "user")
        .equals(ProcessIdentity.namespace(SELF, "user"));
  }

  private OpenDirectory openInside() throws IOException {
    try (OpenDirectory above = OpenDirectory.of(root)) {
      // Asked after it is open: its process may have moved into another namespace just before.
      if (!mayEnter(root.getParent())) {
        throw new IOException(OTHER_USERS);
      }
      String name = path.getFileName().toString();
      PosixFileAttributes found = above.attributes(name);
      if (!found.isDirectory()) {
        String what = found.isSymbolicLink() ? "a link, which is not followed" : "not a folder";
        throw new IOException(path + " is " + what);
      }
      return above.open(name, found.fileKey());
    }
  }

  private boolean othersCanRename() throws IOException {
    int mode = (Integer) Files.getAttribute(path, "unix:mode");
    return (mode & WRITABLE_BY_OTHERS) != 0 && (mode & STICKY) == 0;
  }

  /**
   * The names of some of the files in it. The predicate is not asked for more than {@link
   * #MAX_NAMES}.
   *
   * @throws IOException if it cannot be listed
   */
  public List<String> names(Predicate<String> which) throws IOException {
    try (OpenDirectory opened = open()) {
      return opened.names(which);
    }
  }
}
