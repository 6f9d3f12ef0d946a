package io.redial.cli;

import io.redial.control.remote.MailFolder;
import io.redial.control.remote.ProcessStart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds the folders of running programs, including those in containers that this user may access.
 */
final class Processes {
  private static final Path PROC = Paths.get("/proc");

  /** The options of the {@code java} launcher whose value is the next word. */
  private static final Pattern TAKES_VALUE =
      Pattern.compile(
          "-cp|-classpath|--class-path|-p|--module-path|--upgrade-module-path|--patch-module"
              + "|--source|--(add|limit)-modules|--add-(opens|exports|reads)"
              + "|--enable-native-access");

  private Processes() {}

  /** A program that answers questions. Immutable. */
  static final class Found {
    final String pid;
    final String owner;
    final String service;
    final String command;

    Found(String pid, String owner, String service, String command) {
      this.pid = pid;
      this.owner = owner;
      this.service = service;
      this.command = command;
    }
  }

  /**
   * Opens the folder of a process.
   *
   * @throws RemoteException if it has none that can be used; the message is for the user
   */
  static MailFolder folder(String pid) throws RemoteException {
    checkExists(pid);
    Path folder = path(pid);
    try {
      MailFolder found = MailFolder.open(folder);
      if (found.isOf(ProcessStart.of(PROC.resolve(pid)))) {
        return found;
      }
      throw silent(pid);
    } catch (NoSuchFileException e) {
      throw silent(pid);
    } catch (AccessDeniedException e) {
      throw new RemoteException(
          "process " + pid + " belongs to " + owner(folder, pid) + ": run this as that user");
    } catch (IOException | UnsupportedOperationException e) {
      throw new RemoteException("process " + pid + ": " + e.getMessage());
    }
  }

  private static RemoteException silent(String pid) {
    return new RemoteException(
        "process "
            + pid
            + " does not answer: it runs without the agent, has used no HTTP client"
            + " yet, or has control=none or enabled=false");
  }

  /**
   * Checks that there is a process of that number, as far as that can be known.
   *
   * @throws RemoteException if there is none; the message is for the user
   */
  static void checkExists(String pid) throws RemoteException {
    if (!pid.matches("[1-9][0-9]{0,9}")) {
      throw new RemoteException(
          pid + " is not the number of a process; ps lists those with Redial");
    }
    if (isGone(pid)) {
      throw new RemoteException("there is no process " + pid + "; ps lists those with Redial");
    }
  }

  /** Whether there is no such process; false if that cannot be known. */
  static boolean isGone(String pid) {
    return hasProc() && !Files.exists(PROC.resolve(pid));
  }

  /**
   * The path of a process's folder. A process in a container has another number and another root
   * directory there.
   */
  private static Path path(String pid) {
    String inside = numberInContainer(pid);
    if (inside != null) {
      return PROC.resolve(pid).resolve("root/tmp").resolve(MailFolder.PREFIX + inside);
    }
    return MailFolder.parent().resolve(MailFolder.PREFIX + pid);
  }

  /** The last number of {@code NSpid} if there are several; null otherwise. */
  private static String numberInContainer(String pid) {
    try {
      for (String line : Files.readAllLines(PROC.resolve(pid).resolve("status"))) {
        if (line.startsWith("NSpid:")) {
          String[] numbers = line.substring("NSpid:".length()).trim().split("\\s+", -1);
          return numbers.length > 1 ? numbers[numbers.length - 1] : null;
        }
      }
    } catch (IOException e) {
      // Not Linux, or the process has just ended.
    }
    return null;
  }

  private static String owner(Path folder, String pid) {
    for (Path path : new Path[] {folder, PROC.resolve(pid)}) {
      try {
        return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName();
      } catch (IOException e) {
        // The next path may have an owner.
      }
    }
    return "another user";
  }

  /** The programs on this machine, outside containers, that this user may ask. */
  static List<Found> all() {
    List<Found> all = new ArrayList<>();
    try (DirectoryStream<Path> folders =
        Files.newDirectoryStream(MailFolder.parent(), MailFolder.PREFIX + "[0-9]*")) {
      for (Path folder : folders) {
        String pid = folder.getFileName().toString().substring(MailFolder.PREFIX.length());
        if (!hasProc() || Files.exists(PROC.resolve(pid))) {
          add(pid, folder, all);
        }
      }
    } catch (IOException e) {
      // The directory cannot be read, so none are found.
    }
    all.sort((one, other) -> Long.compare(Long.parseLong(one.pid), Long.parseLong(other.pid)));
    return all;
  }

  private static void add(String pid, Path folder, List<Found> all) {
    try {
      if (pid.matches("[1-9][0-9]{0,9}") && Files.isReadable(folder)) {
        MailFolder found = MailFolder.open(folder);
        // The folder of a killed process stays, and another process may have its number by now.
        if (found.isOf(ProcessStart.of(PROC.resolve(pid)))) {
          all.add(new Found(pid, found.owner(), found.service(), command(pid)));
        }
      }
    } catch (IOException | UnsupportedOperationException e) {
      // The process has ended in the meantime, or the folder is not Redial's.
    }
  }

  /** What a process runs: the first part of its command line that is a class, a module or a jar. */
  private static String command(String pid) {
    try {
      byte[] line = Files.readAllBytes(PROC.resolve(pid).resolve("cmdline"));
      return command(new String(line, StandardCharsets.UTF_8).split("\0", -1));
    } catch (IOException e) {
      return ""; // Not Linux.
    }
  }

  /** The same for the words of a command line. */
  static String command(String... words) {
    for (int i = 1; i < words.length; i++) {
      if (words[i].matches("-jar|-m|--module")) {
        return i + 1 < words.length ? words[i + 1] : "";
      }
      if (!words[i].startsWith("-")) {
        return words[i];
      }
      i += TAKES_VALUE.matcher(words[i]).matches() ? 1 : 0;
    }
    return "";
  }

  private static boolean hasProc() {
    return Files.isDirectory(PROC.resolve("self"));
  }
}
