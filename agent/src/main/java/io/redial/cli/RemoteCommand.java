package io.redial.cli;

import io.redial.config.OneLine;
import io.redial.control.remote.ControlDirectory;
import io.redial.control.remote.ControlResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A command that asks a running program. */
abstract class RemoteCommand extends Command {
  /** All values that a program sends as numbers. */
  private static final Set<String> NUMBERS =
      new HashSet<>(
          Arrays.asList(
              ("attempt attempts budgetLeft call calls count failed forecasts hosts leftMillis"
                      + " maxWaiting refusals replayBufferBytes retries saved waiting waitMillis")
                  .split(" ")));

  /** Values that are counts by reason. */
  private static final Set<String> COUNTS =
      new HashSet<>(Arrays.asList("host.retries", "host.refusals"));

  /** The longest wait for a response. A program polls for requests once a second. */
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** How long a program may still be there after it has deleted its folder. */
  private static final long ENDING_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The longest wait for the folder, into which the program's user can put what holds us up. */
  private static final long FOLDER_NANOS = MAX_NANOS + ENDING_NANOS + TimeUnit.SECONDS.toNanos(3);

  private static final long POLL_MILLIS = 20;

  private final String[] kinds;

  /**
   * Creates a command.
   *
   * @param kinds the kinds of rows for which JSON has an array even if there are none of them
   */
  RemoteCommand(String description, String... kinds) {
    super(description);
    this.kinds = kinds;
    takes("PID", true, "The program's process number; ps lists those with Redial.");
  }

  @Override
  int run() throws CommandException {
    List<ControlResponse.Row> rows = ask(parameter(0), request());
    if (json()) {
      out().println(json(rows, kinds()));
    } else {
      print(rows, out());
    }
    return status(rows);
  }

  /**
   * Sends a request, and returns the response.
   *
   * @throws CommandException if the program cannot be asked, does not answer, or refuses
   */
  private static List<ControlResponse.Row> ask(String pid, String... words)
      throws CommandException {
    ControlDirectory folder = Processes.folder(pid);
    return Processes.within(
        FOLDER_NANOS,
        "process " + pid + " cannot be asked: its response could not be read within 25 s",
        () -> ask(pid, folder, words));
  }

  private static List<ControlResponse.Row> ask(String pid, ControlDirectory folder, String... words)
      throws CommandException {
    String name = UUID.randomUUID().toString();
    try {
      folder.putRequest(name, String.join("\n", words));
      String response = await(pid, folder, name);
      if (response == null) {
        throw new CommandException("process " + pid + " " + silence(pid, folder, name));
      }
      List<ControlResponse.Row> rows = ControlResponse.parse(response);
      if (!rows.isEmpty() && rows.get(0).kind().equals(ControlResponse.ERROR)) {
        throw new CommandException(rows.get(0).get("message"));
      }
      return rows;
    } catch (IOException e) {
      throw new CommandException(
          "process " + pid + " cannot be asked: " + e.getMessage() + Processes.whereItIs(pid));
    }
  }

  /** Why there is no response. */
  private static String silence(String pid, ControlDirectory folder, String name)
      throws IOException {
    if (Processes.isGone(pid)) {
      return "ended before it answered";
    }
    if (!folder.isThere()) {
      return "lost its folder before it answered; it creates it again, at most once a minute";
    }
    return folder.withdraw(name)
        ? "did not answer within 20 s: it is stopped, or too busy"
        : "has read the request, but could not write its response: is there no space left?";
  }

  private static String await(String pid, ControlDirectory folder, String name) throws IOException {
    long end = System.nanoTime() + MAX_NANOS;
    String response = folder.takeResponse(name);
    while (response == null && !Processes.isGone(pid) && System.nanoTime() < end) {
      if (!folder.isThere()) { // It is deleted when the program ends, which will soon be gone.
        end = Math.min(end, System.nanoTime() + ENDING_NANOS);
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
      response = folder.takeResponse(name);
    }
    return response;
  }

  /** The rows of one kind. A newer Redial may send others, which are not shown. */
  static List<ControlResponse.Row> ofKind(String kind, List<ControlResponse.Row> rows) {
    return rows.stream().filter(row -> row.kind().equals(kind)).collect(Collectors.toList());
  }

  /** Returns the exit status for a response. */
  int status(List<ControlResponse.Row> rows) {
    return OK;
  }

  /** Who asks, for the program's log: {@code anna}, or {@code anna as root} under sudo. */
  static String user() {
    String user = System.getProperty("user.name", "");
    String by = System.getenv("SUDO_USER");
    return OneLine.of(by == null || by.isEmpty() || by.equals(user) ? user : by + " as " + user);
  }

  /** The verb and its arguments. */
  abstract String[] request();

  /** Prints the response for people. */
  abstract void print(List<ControlResponse.Row> rows, PrintWriter out);

  String[] kinds() {
    return kinds;
  }

  /** Returns JSON with an array for each kind of row. */
  static Json json(List<ControlResponse.Row> rows, String... kinds) {
    Map<String, List<Json>> byKind = new LinkedHashMap<>();
    for (String kind : kinds) {
      byKind.put(kind, new ArrayList<>());
    }
    for (ControlResponse.Row row : rows) {
      byKind.computeIfAbsent(row.kind(), kind -> new ArrayList<>()).add(json(row));
    }
    Json json = new Json();
    byKind.forEach(json::put);
    return json;
  }

  private static Json json(ControlResponse.Row row) {
    Json json = new Json();
    row.values()
        .forEach((name, value) -> json.put(name, json(row.kind() + "." + name, name, value)));
    return json;
  }

  private static Object json(String path, String name, String value) {
    if (COUNTS.contains(path)) {
      return counts(value);
    }
    if (NUMBERS.contains(name)) {
      return number(value);
    }
    return value.equals("true") || value.equals("false") ? (Object) value.equals("true") : value;
  }

  /** Returns a number; null if the program has none. */
  private static Object number(String value) {
    if (value.matches("-?[0-9]{1,18}")) {
      return Long.valueOf(value);
    }
    return value.isEmpty() ? null : value;
  }

  /** Returns counts such as {@code retry-after 3, status 1}. */
  private static Json counts(String value) {
    Json counts = new Json();
    for (String count : value.split(", ", -1)) {
      int space = count.lastIndexOf(' ');
      if (space > 0) {
        counts.put(count.substring(0, space), number(count.substring(space + 1)));
      }
    }
    return counts;
  }

  /** Returns values of a row for a table: a dash if there is none, and milliseconds as a time. */
  static String[] cells(ControlResponse.Row row, String... names) {
    return Arrays.stream(names)
        .map(name -> name.endsWith("Millis") ? time(row.get(name)) : orDash(row.get(name)))
        .toArray(String[]::new);
  }

  /** Formats milliseconds: {@code 9m 58s}, {@code 2.4s}; a dash if the text is not a number. */
  static String time(String millis) {
    if (!millis.matches("[0-9]{1,18}")) {
      return "-";
    }
    long tenths = Long.parseLong(millis) / 100;
    if (tenths < 600) {
      return tenths / 10 + "." + tenths % 10 + "s";
    }
    long seconds = tenths / 10;
    return seconds < 3_600
        ? seconds / 60 + "m " + seconds % 60 + "s"
        : seconds / 3_600 + "h " + seconds / 60 % 60 + "m";
  }
}
