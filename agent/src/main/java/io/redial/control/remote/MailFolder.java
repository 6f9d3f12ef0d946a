package io.redial.control.remote;

import io.redial.config.OneLine;
import io.redial.config.Splitter;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The folder in which one process and the command line exchange questions and answers; both sides
 * use this class. Only its owner can use it: it has the mode 0700, links are not followed, and
 * files of users other than the owner and root are not read. Where the system has no such modes
 * (Windows), there is no folder. Thread-safe as far as its files are.
 */
public final class MailFolder {
  /** The prefix of a folder's name; the number of the process follows. */
  public static final String PREFIX = "redial-";

  static final String QUESTION = ".question";
  static final String ANSWER = ".answer";

  private static final String UNFINISHED = ".unfinished";
  private static final String START = "start";
  private static final int LONGEST_START = 1024;
  private static final int LONGEST_QUESTION = 8 * 1024;
  private static final int LONGEST_ANSWER = 16 * 1024 * 1024;
  private static final Set<PosixFilePermission> OWNERS_ALONE =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private final Path folder;
  private final Object key;
  private final UserPrincipal owner;

  private MailFolder(Path folder) throws IOException {
    PosixFileAttributes found = attributes(folder);
    if (!found.isDirectory() || !found.permissions().equals(OWNERS_ALONE)) {
      throw new IOException(folder + " is not a folder that its owner alone can use");
    }
    this.folder = folder;
    this.key = found.fileKey();
    this.owner = found.owner();
  }

  /**
   * The directory that contains the folders of all processes. HotSpot looks for its attach files
   * there, too.
   */
  public static Path parent() {
    Path linux = Paths.get("/tmp");
    return Files.isDirectory(linux) ? linux : Paths.get(System.getProperty("java.io.tmpdir"));
  }

  /**
   * Creates the folder of a process; deletes one that an earlier process of that number has left.
   *
   * @param start the process's start, as in {@link ProcessStart}, and in a second line its service
   * @throws IOException if there is a folder of another user, or none can be created
   * @throws UnsupportedOperationException where files have no modes
   */
  static MailFolder create(Path parent, String process, String start) throws IOException {
    Path folder = parent.resolve(PREFIX + process);
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      delete(folder); // Left by a process that has ended. It throws if it is another user's.
    }
    Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNERS_ALONE));
    MailFolder made = new MailFolder(folder);
    made.put(START, start);
    return made;
  }

  /**
   * Opens the folder of a running process.
   *
   * @throws NoSuchFileException if there is none
   * @throws IOException if it is not one that its owner alone can use
   */
  public static MailFolder open(Path folder) throws IOException {
    return new MailFolder(folder);
  }

  /**
   * Whether the process that started then has created the folder. True if {@code start} is empty,
   * because then it cannot be known.
   */
  public boolean isOf(String start) throws IOException {
    return start.isEmpty() || started(0).equals(start);
  }

  /** The name of the service that the process runs; empty if it has none. */
  public String service() throws IOException {
    return OneLine.of(started(1));
  }

  /** A line of what the process has written of itself; empty if there is none. */
  private String started(int line) throws IOException {
    Path file = folder.resolve(START);
    List<String> lines = Splitter.of(mayRead(file, LONGEST_START) ? read(file) : "", '\n');
    return line < lines.size() ? lines.get(line) : "";
  }

  /** The name of the user that owns the folder. */
  public String owner() {
    return owner.getName();
  }

  private static PosixFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether this is still the same folder, and only its owner can use it. */
  boolean isIntact() throws IOException {
    PosixFileAttributes now = attributes(folder);
    return now.isDirectory()
        && now.fileKey().equals(key)
        && now.owner().equals(owner)
        && now.permissions().equals(OWNERS_ALONE);
  }

  /** The names of the questions in the folder, sorted. */
  List<String> questions() throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + QUESTION)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        names.add(name.substring(0, name.length() - QUESTION.length()));
      }
    }
    Collections.sort(names);
    return names;
  }

  /**
   * Reads and deletes a question. Returns null if it was withdrawn, or is not a short regular file
   * of the owner or of root.
   */
  String takeQuestion(String name) throws IOException {
    Path file = folder.resolve(name + QUESTION);
    try {
      String text = mayRead(file, LONGEST_QUESTION) ? read(file) : null;
      Files.delete(file);
      return text;
    } catch (NoSuchFileException withdrawn) {
      return null;
    }
  }

  private boolean mayRead(Path file, int longest) throws IOException {
    PosixFileAttributes found = attributes(file);
    UserPrincipal by = found.owner();
    return found.isRegularFile()
        && found.size() <= longest
        && (by.equals(owner) || by.getName().equals("root"));
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  void putAnswer(String name, String text) throws IOException {
    put(name + ANSWER, text);
  }

  /** Puts a question into the folder. */
  public void putQuestion(String name, String text) throws IOException {
    put(name + QUESTION, text);
  }

  /** Writes a file under another name and then renames it, so that nobody reads half of it. */
  private void put(String name, String text) throws IOException {
    Path unfinished = folder.resolve(name + UNFINISHED);
    Files.write(
        unfinished,
        text.getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE_NEW,
        StandardOpenOption.WRITE);
    Files.move(unfinished, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Reads and deletes the answer to a question; null if there is none yet. */
  public String takeAnswer(String name) throws IOException {
    Path file = folder.resolve(name + ANSWER);
    try {
      if (!mayRead(file, LONGEST_ANSWER)) {
        throw new IOException(file + " is not a file of " + owner());
      }
      String text = read(file);
      Files.delete(file);
      return text;
    } catch (NoSuchFileException notYet) {
      return null;
    }
  }

  /** Whether there are answers that nobody has fetched. */
  boolean hasAnswers() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + ANSWER)) {
      return files.iterator().hasNext();
    }
  }

  /** Whether the folder exists; its process deletes it when it ends. */
  public boolean isThere() {
    return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
  }

  /** Withdraws a question that was not answered. */
  public void withdraw(String name) throws IOException {
    Files.deleteIfExists(folder.resolve(name + QUESTION));
  }

  /** Deletes files older than {@code olderThanMillis} that nobody has fetched or finished. */
  void clean(long olderThanMillis) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (!file.endsWith(START) && age(file) > olderThanMillis) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  /** The age of a file in milliseconds; {@link Long#MIN_VALUE} if somebody has just taken it. */
  private static long age(Path file) throws IOException {
    try {
      return System.currentTimeMillis() - attributes(file).lastModifiedTime().toMillis();
    } catch (NoSuchFileException taken) {
      return Long.MIN_VALUE;
    }
  }

  /** Deletes the folder if it is intact. */
  void delete() {
    try {
      if (isIntact()) {
        delete(folder);
      }
    } catch (IOException e) {
      // The next process with this number deletes it.
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      File[] files = folder.toFile().listFiles();
      for (int i = 0; files != null && i < files.length; i++) {
        Files.deleteIfExists(files[i].toPath());
      }
    }
    Files.delete(folder);
  }
}
