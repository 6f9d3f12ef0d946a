package io.redial.control.remote;

import io.redial.policy.Digits;
import io.redial.policy.Splitter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;

/**
 * What Linux says of a process: its number inside its own container, the user that it acts as, and
 * when it was started, which tells it from a later process with the same number. Immutable.
 */
public final class ProcessIdentity {
  /** A user's number that is not known. */
  public static final long UNKNOWN_USER = -1;

  private static final Path PROC = Paths.get("/proc");

  /**
   * The index of the start time, the 22nd field of {@code /proc/PID/stat}, among the fields after
   * the command's name, which begin with the third.
   */
  private static final int START = 22 - 3;

  private final String number;
  private final long user;
  private final String start;
  private final String namespace;

  ProcessIdentity(String number, long user, String start, String namespace) {
    this.number = number;
    this.user = user;
    this.start = start;
    this.namespace = namespace;
  }

  /** Whether this system has a {@code /proc} that describes processes. */
  public static boolean isKnown() {
    return Files.isDirectory(PROC.resolve("self"));
  }

  /** Returns the process that runs this code. */
  public static ProcessIdentity self() throws IOException {
    return of(PROC.resolve("self"));
  }

  /**
   * Returns the process that runs this code also where there is no {@code /proc}, without loading
   * JMX.
   *
   * @throws IOException if its number cannot be known (Java 8 on systems other than Linux)
   */
  static ProcessIdentity current() throws IOException {
    if (isKnown()) {
      return self();
    }
    try {
      Class<?> handle = Class.forName("java.lang.ProcessHandle"); // From Java 9 on.
      Object current = handle.getMethod("current").invoke(null);
      String number = handle.getMethod("pid").invoke(current).toString();
      return new ProcessIdentity(number, UNKNOWN_USER, "", "");
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IOException("the number of this process is not known");
    }
  }

  /**
   * Reads what {@code /proc} says of a process.
   *
   * @param process {@code /proc/PID}
   * @throws IOException if there is no such process, or nothing can be known of it
   */
  public static ProcessIdentity of(Path process) throws IOException {
    String number = null;
    String innermost = null;
    long user = UNKNOWN_USER;
    for (String line : Splitter.of(text(process.resolve("status")), '\n')) {
      List<String> words = Splitter.of(line.trim(), '\t');
      if (words.get(0).equals("Pid:") && words.size() > 1) {
        number = words.get(1);
      } else if (words.get(0).equals("Uid:") && words.size() > 2) {
        user = Long.parseLong(words.get(2)); // The effective one.
      } else if (words.get(0).equals("NSpid:") && words.size() > 1) {
        innermost = words.get(words.size() - 1);
      }
    }
    if (number == null) {
      throw new IOException(process + " does not describe a process");
    }
    String known = innermost == null ? number : innermost; // Since Linux 4.1.
    return new ProcessIdentity(known, user, start(process), namespace(process, "pid"));
  }

  private static String start(Path process) throws IOException {
    String stat = text(process.resolve("stat"));
    // The command's name is in parentheses, and may contain parentheses itself.
    List<String> fields = Splitter.of(stat.substring(stat.lastIndexOf(')') + 1).trim(), ' ');
    return fields.size() > START ? fields.get(START) : "";
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
  }

  /**
   * Returns a namespace of a process ({@code mnt}, {@code pid}, {@code user}), or an empty text if
   * this user may not know it.
   */
  public static String namespace(Path process, String kind) {
    try {
      Path link = process.resolve("ns").resolve(kind);
      return Files.isSymbolicLink(link) ? Files.readSymbolicLink(link).toString() : "";
    } catch (IOException | SecurityException e) {
      return "";
    }
  }

  /** The number inside its own container, which is the one that the process itself knows. */
  public String number() {
    return number;
  }

  /** The number of the user that it acts as, or {@link #UNKNOWN_USER}. */
  public long user() {
    return user;
  }

  /** What a process writes into its folder: when it was started, and where its number counts. */
  String stamp() {
    return start + " " + namespace;
  }

  /** Whether a text is a stamp of any process. */
  static boolean isStamp(String text) {
    int space = text.indexOf(' ');
    String namespace = text.substring(space + 1);
    return (space == 0 || (space > 0 && Digits.number(text.substring(0, space)) >= 0))
        && (namespace.isEmpty() || (namespace.startsWith("pid:[") && namespace.endsWith("]")));
  }

  /** Whether a stamp may be this process's: what cannot be known does not count. */
  boolean matches(String stamp) {
    if (!isStamp(stamp)) {
      return false;
    }
    int space = stamp.indexOf(' ');
    String other = stamp.substring(space + 1);
    return (start.isEmpty() || stamp.substring(0, space).equals(start))
        && (namespace.isEmpty() || other.isEmpty() || other.equals(namespace));
  }

  /**
   * Whether the process that wrote a stamp has certainly ended: its number counted where this
   * process's does, and belongs to nobody or to another process now.
   *
   * @param writer the number of the process that wrote it
   */
  boolean outlived(String writer, String stamp) {
    if (namespace.isEmpty() || !stamp.endsWith(" " + namespace)) {
      return false;
    }
    if (writer.equals(number)) {
      return true;
    }
    Path process = PROC.resolve(writer);
    try {
      return !Files.exists(process, LinkOption.NOFOLLOW_LINKS) || !of(process).matches(stamp);
    } catch (IOException e) {
      return false;
    }
  }
}
