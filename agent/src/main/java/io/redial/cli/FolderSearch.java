package io.redial.cli;

import io.redial.control.remote.ControlDirectory;
import io.redial.control.remote.ProcessIdentity;
import io.redial.control.remote.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Looks for the folder of one process, and says what it saw if there is none that can be used. A
 * folder counts only if it belongs to the user that the process acts as: anybody may create one
 * with that name, and write into it when the process was started. Used once, by one thread.
 */
final class FolderSearch {
  private static final Path PROC = Paths.get("/proc");
  private static final Path SELF = PROC.resolve("self");

  /** Where processes have the same files as this one. */
  static final String LOCAL = "";

  /** How many folders are looked at for one process. It has one, and other users any number. */
  private static final int MAX_FOLDERS = 1_000;

  private final String pid;
  private final Map<String, List<String>> listings;
  private final Path proc;

  /** What is known of the process; null on systems without {@code /proc}. */
  private ProcessIdentity process;

  /** What was seen under one of the names that the folder may have; null if nothing was. */
  private String seen;

  private AccessDeniedException denied;

  /**
   * Creates a search.
   *
   * @param listings the temporary directories that were listed so far, which is done once for
   *     however many processes; thread-safe
   */
  FolderSearch(String pid, Map<String, List<String>> listings) {
    this.pid = pid;
    this.listings = listings;
    this.proc = PROC.resolve(pid);
  }

  /**
   * Returns the folder.
   *
   * @throws CommandException if there is none that can be used; the message is for the user
   */
  ControlDirectory find() throws CommandException {
    try {
      return ProcessIdentity.isKnown() ? findWithProc() : find(TemporaryDirectory.local(), LOCAL);
    } catch (IOException e) {
      throw none("cannot be looked at: " + e.getMessage());
    } catch (UnsupportedOperationException e) {
      throw none("cannot be asked: files have no owners and modes on this system");
    }
  }

  private CommandException none(String reason) {
    return new CommandException("process " + pid + " " + reason);
  }

  private ControlDirectory findWithProc() throws IOException, CommandException {
    process = ProcessIdentity.of(proc);
    long me = ProcessIdentity.self().user();
    if (me != 0 && me != process.user()) {
      throw none("belongs to " + user() + ": run this as that user");
    }
    boolean elsewhere = hasOtherRoot();
    if (elsewhere && !TemporaryDirectory.mayEnter(proc)) {
      throw none("cannot be asked from here: " + TemporaryDirectory.OTHER_USERS);
    }
    TemporaryDirectory parent =
        elsewhere ? TemporaryDirectory.inside(proc.resolve("root")) : TemporaryDirectory.local();
    try {
      return find(parent, elsewhere ? namespace() + " " + root(proc) : LOCAL);
    } catch (AccessDeniedException denied) {
      throw none(
          "cannot be asked from here: "
              + denied.getFile()
              + " may not be read. Run this inside its container, as its user, or as root with the"
              + " capability SYS_PTRACE");
    } catch (NoSuchFileException missing) {
      throw none(silent("there is no " + parent.path()));
    } catch (IOException unusable) {
      throw none(silent(unusable.getMessage()));
    }
  }

  /** The name of the user that the process acts as, as far as files show it; or the number. */
  private String user() {
    try {
      Object uid = Files.getAttribute(proc, "unix:uid", LinkOption.NOFOLLOW_LINKS);
      if (Integer.toUnsignedLong((Integer) uid) == process.user()) {
        return Files.getOwner(proc, LinkOption.NOFOLLOW_LINKS).getName();
      }
    } catch (IOException e) {
      // It has just ended.
    }
    return "user " + process.user();
  }

  /**
   * Whether the process sees other files than this one: in a container, in a service with a /tmp of
   * its own, or after chroot.
   */
  private boolean hasOtherRoot() {
    return !namespace().isEmpty()
        && (!namespace().equals(ownNamespace()) || !root(proc).equals(root(SELF)));
  }

  private String namespace() {
    return ProcessIdentity.namespace(proc, "mnt");
  }

  private static String ownNamespace() {
    return ProcessIdentity.namespace(SELF, "mnt");
  }

  private static String root(Path process) {
    try {
      return Files.readSymbolicLink(process.resolve("root")).toString();
    } catch (IOException e) {
      return "";
    }
  }

  private ControlDirectory find(TemporaryDirectory parent, String where)
      throws IOException, CommandException {
    String number = process == null ? pid : process.number();
    ControlDirectory found = open(parent, ControlDirectory.nameOf(number));
    if (found != null) {
      return found; // Without listing what others may have filled the directory with.
    }
    for (String name : longer(number, listing(listings, parent, where))) {
      found = open(parent, name);
      if (found != null) {
        return found;
      }
    }
    if (denied != null) {
      throw denied;
    }
    boolean isUnknown = namespace().isEmpty() && !ownNamespace().isEmpty();
    throw none(
        silent(seen == null ? nothing(parent, where, number) : seen)
            + (isUnknown ? "; or it has a /tmp of its own, which this user may not know" : ""));
  }

  /**
   * Returns the names in a temporary directory.
   *
   * @param where distinguishes the directory from those of processes with other files
   * @throws IOException if the directory cannot be listed
   */
  static List<String> listing(
      Map<String, List<String>> listings, TemporaryDirectory directory, String where)
      throws IOException {
    List<String> known = listings.get(where);
    if (known == null) {
      known = directory.names(name -> true);
      listings.put(where, known);
    }
    return known;
  }

  /**
   * Returns those names that a process's folder may have where something else has its usual one.
   */
  static List<String> longer(String process, List<String> names) {
    String usual = ControlDirectory.nameOf(process);
    return names.stream()
        .filter(name -> name.startsWith(usual + "-"))
        .filter(name -> process.equals(ControlDirectory.processOf(name)))
        .limit(MAX_FOLDERS)
        .collect(Collectors.toList());
  }

  /** Opens the process's folder of that name; null if it has none. */
  private ControlDirectory open(TemporaryDirectory parent, String name) {
    try {
      long user = process == null ? ProcessIdentity.UNKNOWN_USER : process.user();
      ControlDirectory folder = ControlDirectory.open(parent, name, user);
      String stranger = stranger(folder);
      if (stranger == null) {
        return folder;
      }
      seen = parent.path().resolve(name) + stranger;
    } catch (NoSuchFileException gone) {
      // Its process has ended, or it is being replaced.
    } catch (IOException unusable) {
      seen = unusable.getMessage();
      if (unusable instanceof AccessDeniedException && process != null) {
        // Another user may have put it there, so the others are looked at, too.
        denied = (AccessDeniedException) unusable;
      }
    }
    return null;
  }

  /** Says who else a folder belongs to; null if it is the process's own. */
  private String stranger(ControlDirectory folder) throws IOException {
    if (process != null) {
      return folder.wasCreatedBy(process) ? null : " was not created by it";
    }
    // Without the name (Java 8) one's own folders are the only ones that nobody can fake.
    String user = Processes.user(pid);
    boolean isOwn = folder.owner().equals(user == null ? System.getProperty("user.name") : user);
    return isOwn ? null : " belongs to " + folder.owner();
  }

  private String nothing(TemporaryDirectory parent, String where, String number)
      throws IOException {
    String none = "there is no " + parent.path().resolve(ControlDirectory.nameOf(number));
    return listing(listings, parent, where).size() < TemporaryDirectory.MAX_NAMES
        ? none
        : none
            + ", nor another folder of it among the first "
            + TemporaryDirectory.MAX_NAMES
            + " names there";
  }

  private static String silent(String seen) {
    return "does not answer: "
        + seen
        + ". It runs without the agent, has used no HTTP client yet, has control=none or"
        + " enabled=false, has lost its folder within the last minute, or could not create its"
        + " folder (its log says so then)";
  }
}
