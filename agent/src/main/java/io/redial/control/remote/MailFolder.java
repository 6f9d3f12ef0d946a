package io.redial.control.remote;

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
 * The folder of one process, seen from either side. Only its owner can use it: it has the mode
 * 0700, no link is followed, and files of other users are not read. Where the system has no such
 * modes (Windows) there is none. Thread-safe as far as its files are.
 */
public final class MailFolder {
  /** What the name of a process's folder begins with; the process's number follows. */
  public static final String PREFIX = "redial-";

  static final String QUESTION = ".question";
  static final String ANSWER = ".answer";

  private static final String UNFINISHED = ".unfinished";
  private static final String START = "start";
  private static final int LONGEST_START = 32;
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

  /** Where the folders of all processes are: where HotSpot itself looks for its attach files. */
  public static Path parent() {
    Path linux = Paths.get("/tmp");
    return Files.isDirectory(linux) ? linux : Paths.get(System.getProperty("java.io.tmpdir"));
  }

  /**
   * Makes the folder of a process anew.
   *
   * @param start of {@link ProcessStart}
   * @throws IOException if there is one that is not this user's, or there can be none
   * @throws UnsupportedOperationException where files have no modes
   */
  static MailFolder create(Path parent, String process, String start) throws IOException {
    Path folder = parent.resolve(PREFIX + process);
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      delete(folder); // Of a process that has ended; that of another user stays.
    }
    Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNERS_ALONE));
    MailFolder made = new MailFolder(folder);
    made.put(START, start);
    return made;
  }

  /**
   * The folder of a running process.
   *
   * @throws NoSuchFileException if there is none
   * @throws IOException if it is not one that its owner alone can use
   */
  public static MailFolder open(Path folder) throws IOException {
    return new MailFolder(folder);
  }

  /** Whether a process that was started then made it, as far as that can be known. */
  public boolean isOf(String start) throws IOException {
    Path file = folder.resolve(START);
    return start.isEmpty() || (mayRead(file, LONGEST_START) && read(file).equals(start));
  }

  /** Whose it is. */
  public String owner() {
    return owner.getName();
  }

  private static PosixFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether it is still the same folder, and its owner's alone. */
  boolean isIntact() throws IOException {
    PosixFileAttributes now = attributes(folder);
    return now.isDirectory()
        && now.fileKey().equals(key)
        && now.owner().equals(owner)
        && now.permissions().equals(OWNERS_ALONE);
  }

  /** The names of the questions that are there. */
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
   * Takes a question out; null if it is not a short file of the owner's, or of root, or was
   * withdrawn.
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

  /** Puts a question in. */
  public void putQuestion(String name, String text) throws IOException {
    put(name + QUESTION, text);
  }

  /** Written aside and renamed, so that nobody sees half of it. */
  private void put(String name, String text) throws IOException {
    Path unfinished = folder.resolve(name + UNFINISHED);
    Files.write(
        unfinished,
        text.getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE_NEW,
        StandardOpenOption.WRITE);
    Files.move(unfinished, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Takes the answer to a question out, or null if there is none yet. */
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

  /** Whether an answer has not been fetched. */
  boolean hasAnswers() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + ANSWER)) {
      return files.iterator().hasNext();
    }
  }

  /** Whether it is there: its process deletes it when it ends. */
  public boolean isThere() {
    return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
  }

  /** Takes a question back that was not answered. */
  public void withdraw(String name) throws IOException {
    Files.deleteIfExists(folder.resolve(name + QUESTION));
  }

  /** Deletes what nobody has fetched or finished, if it is that old. */
  void clean(long olderThanMillis) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (!file.endsWith(START) && age(file) > olderThanMillis) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  /** Milliseconds; less than any if somebody has just taken it. */
  private static long age(Path file) throws IOException {
    try {
      return System.currentTimeMillis() - attributes(file).lastModifiedTime().toMillis();
    } catch (NoSuchFileException taken) {
      return Long.MIN_VALUE;
    }
  }

  /** Deletes the folder. */
  void delete() {
    try {
      if (isIntact()) {
        delete(folder);
      }
    } catch (IOException e) {
      // Another process with this number deletes it.
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
