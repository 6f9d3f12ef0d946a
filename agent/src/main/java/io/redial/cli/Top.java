package io.redial.cli;

import io.redial.control.remote.ControlResponse;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** {@code top PID}: what Redial does in a program for each host, shown repeatedly. */
final class Top extends RemoteCommand {
  private static final String INTERVAL = "--interval";
  private static final String COUNT = "--count";

  private final TopScreen screen = new TopScreen();
  private Terminal terminal;

  Top() {
    super("Shows what Redial does in a program for each host, until Ctrl-C.");
    option(INTERVAL, "DURATION", "2s", "How often it looks: 1s or longer; 2s by default.");
    option(COUNT, "NUMBER", "0", "Ends after this many updates.");
  }

  private void option(String name, String label, String value, String description) {
    spec()
        .addOption(
            OptionSpec.builder(name)
                .paramLabel(label)
                .type(String.class)
                .defaultValue(value)
                .description(description)
                .build());
  }

  @Override
  public Integer call() {
    long interval = Period.nanos(spec().findOption(INTERVAL).getValue());
    if (interval <= 0) {
      throw new ParameterException(spec().commandLine(), "write " + INTERVAL + " as 2s or 1m");
    }
    String count = spec().findOption(COUNT).getValue();
    if (!count.matches("[0-9]{1,9}")) {
      throw new ParameterException(spec().commandLine(), "write " + COUNT + " as a number");
    }
    terminal = json() ? null : Terminal.open(out());
    int looks = Integer.parseInt(count);
    int status = super.call();
    for (int i = 1; status == OK && i != looks && !out().checkError(); i++) {
      try {
        TimeUnit.NANOSECONDS.sleep(interval);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return OK;
      }
      status = super.call();
    }
    return status;
  }

  @Override
  String[] request() {
    return new String[] {"status"};
  }

  @Override
  String[] kinds() {
    return new String[] {"status", "set", "fault", "host"};
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
