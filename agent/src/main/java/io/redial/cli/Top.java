package io.redial.cli;

import io.redial.control.remote.ControlResponse;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code top PID}: what Redial does in a program for each host, shown repeatedly. */
final class Top extends RemoteCommand {
  private static final String INTERVAL = "--interval";
  private static final String COUNT = "--count";

  private final TopScreen screen = new TopScreen();
  private Terminal terminal;

  Top() {
    super("Shows what Redial does in a program for each host, until Ctrl-C.", Status.KINDS);
    option(INTERVAL, "DURATION", "2s", "How often it looks: 1s or longer; 2s by default.");
    option(COUNT, "NUMBER", "0", "Ends after this many updates.");
  }

  @Override
  int run() throws CommandException {
    long interval = Period.nanos(option(INTERVAL));
    if (interval <= 0) {
      throw wrong("write " + INTERVAL + " as 2s or 1m");
    }
    if (!option(COUNT).matches("[0-9]{1,9}")) {
      throw wrong("write " + COUNT + " as a number");
    }
    terminal = json() ? null : Terminal.open(out());
    int updates = Integer.parseInt(option(COUNT));
    int status = super.run();
    for (int i = 1; status == OK && i != updates && isRead(); i++) {
      try {
        TimeUnit.NANOSECONDS.sleep(interval);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return OK;
      }
      status = super.run();
    }
    return status;
  }

  /** Whether the output can be written. The writer does not tell of a failure of the stream. */
  private boolean isRead() {
    return !out().checkError() && !System.out.checkError();
  }

  @Override
  String[] request() {
    return new String[] {"status"};
  }

  @Override
  void print(List<ControlResponse.Row> rows, PrintWriter out) {
    int lines = terminal == null ? Integer.MAX_VALUE : terminal.lines();
    List<String> text = screen.lines(parameter(0), rows, System.nanoTime(), lines);
    if (terminal != null) {
      terminal.draw(text);
    } else {
      text.forEach(out::println);
      out.println();
    }
  }
}
