package io.redial.cli;

import io.redial.config.OneLine;
import io.redial.control.remote.ControlDirectory;
import io.redial.control.remote.ProcessIdentity;
import io.redial.control.remote.TemporaryDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Finds the folders of running programs, including those in containers that this user may access.
 */
final class Processes {
  private static final Path PROC = Paths.get("/proc");
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,9}");

  /** How long it may take to inspect one process. It takes a few milliseconds. */
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The options of the {@code java} launcher whose value is the next word. */
  private static final Pattern TAKES_VALUE =
      Pattern.compile(
          "-cp|-classpath|--class-path|-p|--module-path|--upgrade-module-path|--patch-module"
              + "|--source|--(add|limit)-modules|--add-(opens|exports|reads)"
              + "|--enable-native-access");

  private Processes() {}

  /** A program that responds to requests. Immutable. */
  static final class Found {
    final String pid;
    final String owner;
    final String service;
    final String command;

    Found(String pid, String owner, String service, String command) {
      this.pid = pid;
      this.owner = OneLine.of(owner);
      this.service = OneLine.of(service);
      this.command = OneLine.of(command); // Its user chooses what is there.
    }
  }

  /**
   * Opens the folder of a process.
   *
   * @throws CommandException if it has none that can be used; the message is for the user
   */
  static ControlDirectory folder(String pid) throws CommandException {
    checkExists(pid);
    return within(
        MAX_NANOS,
        "process " + pid + " cannot be asked: its folder could not be read within 2 s",
        () -> new FolderSearch(pid, new ConcurrentHashMap<>()).find());
  }

  /**
   * Checks that there is a process of that number, as far as that can be known.
   *
   * @throws CommandException if there is none; the message is for the user
   */
  static void checkExists(String pid) throws CommandException {
    if (!NUMBER.matcher(pid).matches()) {
      throw new CommandException(
          pid + " is not the number of a process; ps lists those with Redial");
    }
    if (isGone(pid)) {
      throw new CommandException("there is no process " + pid + "; ps lists those with Redial");
    }
  }

  /** Whether there is no such process; false if that cannot be known. */
  static boolean isGone(String pid) {
    if (ProcessIdentity.isKnown()) {
      return !Files.exists(PROC.resolve(pid), LinkOption.NOFOLLOW_LINKS);
    }
    Optional<?> handle = handle(pid);
    return handle != null && !handle.isPresent();
  }

  /** The name of the user that a process runs as; null if Java cannot know it. */
  static String user(String pid) {
    Optional<?> handle = handle(pid);
    if (handle == null || !handle.isPresent()) {
      return null;
    }
    try {
      Object info = Class.forName("java.lang.ProcessHandle").getMethod("info").invoke(handle.get());
      Object user = Class.forName("java.lang.ProcessHandle$Info").getMethod("user").invoke(info);
      return (String) ((Optional<?>) user).orElse(null);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /**
   * What Java knows of a process, from Java 9 on; null before. By reflection, because the command
   * line runs on Java 8, too.
   */
  private static Optional<?> handle(String pid) {
    try {
      return (Optional<?>)
          Class.forName("java.lang.ProcessHandle")
              .getMethod("of", long.class)
              .invoke(null, Long.parseLong(pid));
    } catch (ReflectiveOperationException older) {
      return null;
    }
  }

  /** Says, in parentheses, that users have other numbers where a process is; or nothing. */
  static String whereItIs(String pid) {
    return TemporaryDirectory.mayEnter(PROC.resolve(pid))
        ? ""
        : " (it has a user namespace of its own: run this inside it, with kubectl exec or nsenter)";
  }

  /**
   * The programs that this user may ask, those in containers included.
   *
   * @param warnings takes lines about programs that are left out
   */
  static List<Found> all(Consumer<String> warnings) {
    // Listed first, and at nobody's expense: a full one may take longer than one process may.
    Map<String, List<String>> listings = new ConcurrentHashMap<>();
    try {
      FolderSearch.listing(listings, TemporaryDirectory.local(), FolderSearch.LOCAL);
    } catch (IOException e) {
      // It is tried again for each process, and that process's reason says why.
    }
    List<Found> all =
        all(numbers(), Processes::others, pid -> found(pid, listings), MAX_NANOS, warnings);
    all.sort((one, other) -> Long.compare(Long.parseLong(one.pid), Long.parseLong(other.pid)));
    return all;
  }

  /**
   * Inspects processes. Others can make that last with any number of theirs, so that after the
   * first one that takes too long, no more of the same owner's are inspected.
   *
   * @param ownerOf returns who may hold up the inspection of a process; null if nobody does on
   *     purpose
   */
  static List<Found> all(
      Collection<String> pids,
      Function<String, String> ownerOf,
      Function<String, Found> inspect,
      long nanos,
      Consumer<String> warnings) {
    List<Found> all = new ArrayList<>();
    Set<String> slow = new HashSet<>();
    for (String pid : pids) {
      String owner = ownerOf.apply(pid);
      if (slow.contains(owner)) {
        continue;
      }
      try {
        Found found = within(nanos, leftOut(pid), () -> inspect.apply(pid));
        if (found != null) {
          all.add(found);
        }
      } catch (CommandException late) {
        warnings.accept("redial: " + late.getMessage());
        if (owner != null) {
          slow.add(owner);
        }
      }
    }
    return all;
  }

  /**
   * Does something, and returns its result. This limits how long another user can hold up a
   * command: whoever owns a file can make the system wait before it opens it for somebody else,
   * with a lease for example, and Java cannot open a file without waiting. What is not done in time
   * is left to a daemon thread.
   *
   * @param tooLong the message if it takes longer than that
   * @throws CommandException if it does so, or if it takes too long
   */
  static <T> T within(long nanos, String tooLong, Callable<T> work) throws CommandException {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "redial-inspect");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      thread.interrupt();
      throw new CommandException(tooLong);
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
      throw new CommandException("interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CommandException) {
        throw (CommandException) e.getCause();
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private static String leftOut(String pid) {
    return "process "
        + pid
        + " is left out, and the rest of its user's: its folder could not be read in time";
  }

  /** The user of a process, and its container: root there is another root. Null for this user. */
  private static String others(String pid) {
    try {
      String owner = owner(PROC.resolve(pid));
      return owner.equals(owner(PROC.resolve("self"))) ? null : owner;
    } catch (IOException e) {
      return null; // It has ended, or there is no /proc.
    }
  }

  private static String owner(Path process) throws IOException {
    return ProcessIdentity.of(process).user() + " " + ProcessIdentity.namespace(process, "mnt");
  }

  private static Found found(String pid, Map<String, List<String>> listings) {
    try {
      ControlDirectory found = new FolderSearch(pid, listings).find();
      return new Found(pid, found.owner(), found.service(), command(pid));
    } catch (CommandException | IOException e) {
      return null; // It cannot be asked, or has just ended.
    }
  }

  /** The numbers of processes that may have a folder. */
  private static Set<String> numbers() {
    Set<String> numbers = new HashSet<>();
    try {
      if (ProcessIdentity.isKnown()) {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[1-9]*")) {
          processes.forEach(process -> numbers.add(process.getFileName().toString()));
        }
      } else {
        for (String name : TemporaryDirectory.local().names(name -> true)) {
          numbers.add(ControlDirectory.processOf(name));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // What was found until now is all that can be known.
    }
    numbers.removeIf(number -> number == null || !NUMBER.matcher(number).matches());
    return numbers;
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
}
