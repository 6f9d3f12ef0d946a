package io.redial.control.remote;

import io.redial.config.OneLine;
import io.redial.kernel.FaultBoundary;
import io.redial.policy.Digits;
import io.redial.policy.Splitter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The folder in which one process and the command line exchange requests and responses; both sides
 * use this class. It lies in a directory where everybody can put things, so it counts only if it
 * has the right owner and the mode 0700. This is checked before it is opened, and what was opened
 * must be what was checked. From then on files are found within the opened folder and never by
 * their path. Nothing of another user is read, changed or deleted. Where the system has no such
 * modes (Windows), there is no folder. Immutable; thread-safe as far as its files are.
 */
public final class ControlDirectory {
  static final String REQUEST = ".question";
  static final String RESPONSE = ".answer";
  static final String START = "start";

  private static final String PREFIX = "redial-";
  private static final String UNFINISHED = ".unfinished";
  private static final int LONGEST_START = 1024;
  private static final int LONGEST_REQUEST = 8 * 1024;
  private static final int LONGEST_RESPONSE = 16 * 1024 * 1024;
  private static final int TRIES = 5;

  /**
   * A process says once an hour that its folder is in use. A folder of which that was not heard for
   * so long is nobody's, even if it cannot be known whether its process runs.
   */
  private static final long ABANDONED_MILLIS = TimeUnit.DAYS.toMillis(1);

  private static final int PERMISSIONS = 0777;

  /** The user 0; without a name for it there is its number. */
  private static final List<String> ROOT = Arrays.asList("root", "0");

  private static final int OWNER_ALONE = 0700;
  private static final Set<PosixFilePermission> OWNER_ALONE_SET =
      PosixFilePermissions.fromString("rwx------");

  private final TemporaryDirectory parent;
  private final String name;
  private final Found found;

  private ControlDirectory(TemporaryDirectory parent, String name, Found found) {
    this.parent = parent;
    this.name = name;
    this.found = found;
  }

  /** What a path leads to, without following links and without asking for names of users. */
  private static final class Found {
    final Object key;
    final long user;
    final int mode;
    final boolean isDirectory;

    Found(Path path) throws IOException {
      Map<String, Object> found =
          Files.readAttributes(
              path, "unix:fileKey,uid,mode,isDirectory", LinkOption.NOFOLLOW_LINKS);
      key = found.get("fileKey");
      user = Integer.toUnsignedLong((Integer) found.get("uid"));
      mode = (Integer) found.get("mode") & PERMISSIONS;
      isDirectory = (Boolean) found.get("isDirectory");
    }

    boolean isUsable() {
      return isDirectory && mode == OWNER_ALONE;
    }
  }

  /** The name of a process's folder, unless something else has that name. */
  public static String nameOf(String process) {
    return PREFIX + process;
  }

  /**
   * Returns the number of the process that a folder's name contains, or null. After it there is a
   * dash and a number in hexadecimal digits if something else had the shorter name.
   */
  public static String processOf(String name) {
    if (!name.startsWith(PREFIX)) {
      return null;
    }
    List<String> parts = Splitter.of(name.substring(PREFIX.length()), '-');
    String number = parts.get(0);
    boolean isNumber =
        number.length() <= 10 && !number.startsWith("0") && Digits.number(number) >= 0;
    boolean isWhole = parts.size() == 1 || (parts.size() == 2 && isHexadecimal(parts.get(1)));
    return isNumber && isWhole ? number : null;
  }

  private static boolean isHexadecimal(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> "0123456789abcdef".indexOf(c) >= 0);
  }

  /**
   * Creates the folder of this process, under another name if something of that name is there that
   * an earlier process of this user has not left behind.
   *
   * @param start what it says of the process: in the first line its stamp, in a second one its
   *     service
   * @throws IOException if none can be created
   * @throws UnsupportedOperationException where files have no modes
   */
  static ControlDirectory create(TemporaryDirectory parent, ProcessIdentity self, String start)
      throws IOException {
    String name = nameOf(self.number());
    sweep(parent, name, self);
    for (int i = 0; ; i++) {
      try {
        return createNew(parent, name, self.user(), start);
      } catch (FileAlreadyExistsException taken) {
        if (i == TRIES) {
          throw taken;
        }
        String other = Long.toHexString(new Random().nextLong());
        name = nameOf(self.number()) + "-" + other;
      }
    }
  }

  private static ControlDirectory createNew(
      TemporaryDirectory parent, String name, long user, String start) throws IOException {
    try (OpenDirectory above = parent.open()) { // Refuses a directory that is not safe.
      Files.createDirectory(
          above.path().resolve(name), PosixFilePermissions.asFileAttribute(OWNER_ALONE_SET));
    }
    ControlDirectory folder = open(parent, name, user);
    if (!folder.names(file -> true).isEmpty()) {
      throw new IOException(folder.path() + " was replaced by another folder");
    }
    try {
      folder.put(START, start);
    } catch (IOException | RuntimeException e) {
      folder.delete(); // The disk is full, for example.
      throw e;
    }
    return folder;
  }

  /**
   * Deletes folders that other processes of this user have left: those of processes that have
   * certainly ended, and those of which nothing was heard for a day.
   *
   * @param self the process whose folder this is
   */
  void sweepOthers(ProcessIdentity self) {
    try {
      // One at a time: others may have put any number of folders there.
      parent.names(
          other -> {
            if (!other.equals(name)) {
              sweep(parent, other, self);
            }
            return false;
          });
    } catch (IOException | RuntimeException e) {
      // It cannot be listed, so nothing is deleted.
    }
  }

  private static void sweep(TemporaryDirectory parent, String name, ProcessIdentity self) {
    String process = processOf(name);
    if (process == null || self.user() == ProcessIdentity.UNKNOWN_USER) {
      return;
    }
    try {
      ControlDirectory folder = open(parent, name, self.user());
      if (folder.isLeft(process, self)) {
        folder.delete(true);
      }
    } catch (IOException | RuntimeException e) {
      // It is another user's, was deleted, or contains what Redial does not put there.
    }
  }

  /** Whether it was left behind. A folder that does not say whose it is, is not Redial's. */
  private boolean isLeft(String process, ProcessIdentity self) throws IOException {
    try (OpenDirectory opened = enter()) {
      String stamp = started(opened, 0);
      long heard = opened.attributes(START).lastModifiedTime().toMillis();
      return ProcessIdentity.isStamp(stamp)
          && (self.outlived(process, stamp)
              || System.currentTimeMillis() - heard > ABANDONED_MILLIS);
    }
  }

  /**
   * Opens the folder of a running process.
   *
   * @param user the number of the user that it must belong to
   * @throws NoSuchFileException if there is none
   * @throws java.nio.file.AccessDeniedException if this user may not open it
   * @throws IOException if it is not one that this user alone can use; the message says why
   */
  public static ControlDirectory open(TemporaryDirectory parent, String name, long user)
      throws IOException {
    Path path = parent.path().resolve(name);
    Found found = new Found(path);
    if (!found.isDirectory) {
      throw new IOException(path + " is not a folder");
    }
    if (user != ProcessIdentity.UNKNOWN_USER && found.user != user) {
      throw new IOException(path + " belongs to another user");
    }
    if (!found.isUsable()) {
      String mode = Integer.toOctalString(found.mode);
      throw new IOException(path + " has the mode 0" + mode + " instead of 0700");
    }
    ControlDirectory folder = new ControlDirectory(parent, name, found);
    folder.enter().close();
    return folder;
  }

  /**
   * Opens the directory.
   *
   * @throws NoSuchFileException if it is not the same any more
   */
  private OpenDirectory enter() throws IOException {
    try (OpenDirectory above = parent.open()) {
      return enter(above);
    }
  }

  private OpenDirectory enter(OpenDirectory above) throws IOException {
    if (!isThere()) { // Asked before it is opened, because that would follow a link.
      throw new NoSuchFileException(path().toString());
    }
    return above.open(name, found.key);
  }

  Path path() {
    return parent.path().resolve(name);
  }

  /** Whether this is still the same folder, and only its owner can use it. */
  public boolean isThere() throws IOException {
    try {
      Found now = new Found(path());
      return now.isUsable() && now.user == found.user && now.key.equals(found.key);
    } catch (NoSuchFileException gone) {
      return false;
    }
  }

  /** Whether the process has created the folder, as far as that can be known. */
  public boolean wasCreatedBy(ProcessIdentity process) throws IOException {
    try (OpenDirectory opened = enter()) {
      return process.matches(started(opened, 0));
    } catch (NoSuchFileException starting) {
      return false;
    }
  }

  /** A line of what the process has written of itself; empty if there is none. */
  private static String started(OpenDirectory opened, int line) throws IOException {
    String text = text(opened, START, LONGEST_START, false);
    List<String> lines = Splitter.of(text == null ? "" : text, '\n');
    return line < lines.size() ? lines.get(line) : "";
  }

  /** The name of the service that the process runs; empty if it has none. */
  public String service() throws IOException {
    try (OpenDirectory opened = enter()) {
      return OneLine.of(started(opened, 1));
    }
  }

  /** The name of the user that owns the folder. */
  public String owner() throws IOException {
    try (OpenDirectory opened = enter()) {
      return opened.attributes().owner().getName();
    }
  }

  /** Whether the file that says whose the folder is was deleted. */
  boolean lacksStart() throws IOException {
    return names(START::equals).isEmpty();
  }

  private List<String> names(Predicate<String> which) throws IOException {
    try (OpenDirectory opened = enter()) {
      return opened.names(which);
    }
  }

  /** The names of the requests in the folder, sorted. */
  List<String> requests() throws IOException {
    List<String> names = names(file -> file.endsWith(REQUEST));
    names.replaceAll(file -> file.substring(0, file.length() - REQUEST.length()));
    Collections.sort(names);
    return names;
  }

  /**
   * Reads and deletes a request. Returns null if it was withdrawn, or is not a short regular file
   * of the owner.
   */
  String takeRequest(String request) throws IOException {
    String file = request + REQUEST;
    try (OpenDirectory opened = enter()) {
      // A request of root's may not be opened for writing. This is the process's own folder.
      String text = text(opened, file, LONGEST_REQUEST, true);
      opened.delete(file);
      return text;
    } catch (NoSuchFileException withdrawn) {
      return null;
    }
  }

  /** Reads and deletes the response to a request; null if there is none yet. */
  public String takeResponse(String request) throws IOException {
    String file = request + RESPONSE;
    try (OpenDirectory opened = enter()) {
      String text = text(opened, file, LONGEST_RESPONSE, false);
      if (text == null) {
        throw new IOException(path().resolve(file) + " is not a file that the process wrote");
      }
      opened.delete(file);
      return text;
    } catch (NoSuchFileException notYet) {
      return null;
    }
  }

  /**
   * Reads a file; null if it is longer than that many bytes, or no regular file of the folder's
   * owner, or perhaps of root.
   */
  private static String text(OpenDirectory opened, String file, int longest, boolean ofRoot)
      throws IOException {
    PosixFileAttributes found = opened.attributes(file);
    boolean isRead =
        found.isRegularFile()
            && (found.owner().equals(opened.attributes().owner())
                || (ofRoot && ROOT.contains(found.owner().getName())));
    byte[] bytes = isRead ? opened.read(file, longest, ofRoot) : null;
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  /** Puts a request into the folder. */
  public void putRequest(String request, String text) throws IOException {
    put(request + REQUEST, text);
  }

  /** Writes a file under another name and then renames it, so that nobody reads half of it. */
  void put(String file, String text) throws IOException {
    String unfinished = file + UNFINISHED;
    try (OpenDirectory opened = enter()) {
      try {
        // Its name may lead to another file a moment later if the folder is another user's. So the
        // mode is given as the file is created, and nothing is changed afterwards.
        boolean own = isOwn();
        opened.write(unfinished, text.getBytes(StandardCharsets.UTF_8), own);
        if (!own) {
          checkReadable(opened, unfinished);
        }
        opened.rename(unfinished, file);
      } catch (IOException | RuntimeException e) {
        // If this fails, it was not written, or the process deletes it later.
        FaultBoundary.attempt(() -> opened.delete(unfinished));
        throw e;
      }
    }
  }

  /** Whether the folder is this user's, as far as that can be known. */
  private boolean isOwn() throws IOException {
    return !ProcessIdentity.isKnown() || ProcessIdentity.self().user() == found.user;
  }

  /** Checks that root's umask lets the process read the request. */
  private static void checkReadable(OpenDirectory opened, String file) throws IOException {
    if (!opened.attributes(file).permissions().contains(PosixFilePermission.OTHERS_READ)) {
      throw new IOException(
          "the umask keeps the process from reading the request: run this as its user, or after"
              + " umask 022");
    }
  }

  /** Whether there are responses that nobody has fetched. */
  boolean hasResponses() throws IOException {
    return !names(file -> file.endsWith(RESPONSE)).isEmpty();
  }

  /** Withdraws a request. Returns false if the process has taken it already. */
  public boolean withdraw(String request) throws IOException {
    try (OpenDirectory opened = enter()) {
      opened.delete(request + REQUEST);
      return true;
    } catch (NoSuchFileException taken) {
      return false;
    }
  }

  /** Deletes files older than {@code olderThanMillis} that nobody has fetched or finished. */
  void clean(long olderThanMillis) throws IOException {
    try (OpenDirectory opened = enter()) {
      for (String file : opened.names(file -> isOurs(file) && !file.equals(START))) {
        try {
          long modified = opened.attributes(file).lastModifiedTime().toMillis();
          if (System.currentTimeMillis() - modified > olderThanMillis) {
            opened.delete(file);
          }
        } catch (NoSuchFileException taken) {
          // Somebody has just taken it.
        }
      }
    }
  }

  /** Deletes the folder if it is still the same. If this fails, a later process deletes it. */
  void delete() {
    FaultBoundary.attempt(() -> delete(false));
  }

  /**
   * Deletes it.
   *
   * @param pinned whether only where it cannot be replaced by another one meanwhile
   */
  private void delete(boolean pinned) throws IOException {
    try (OpenDirectory above = parent.open()) {
      if (pinned && !above.isPinned()) {
        return;
      }
      try (OpenDirectory opened = enter(above)) {
        for (String file : opened.names(ControlDirectory::isOurs)) {
          opened.delete(file);
        }
      }
      above.deleteDirectory(name); // Deletes no link, and no folder with files in it.
    }
  }

  /** Whether Redial puts files of that name into its folders. No others are ever deleted. */
  private static boolean isOurs(String file) {
    return file.equals(START)
        || file.endsWith(REQUEST)
        || file.endsWith(RESPONSE)
        || file.endsWith(UNFINISHED);
  }
}
