package io.redial.cli;

import io.redial.control.remote.ControlResponse;
import java.io.PrintWriter;
import java.util.List;

/** {@code set PID KEY=VALUE [--for 10m]}, or {@code set PID KEY --end}. */
final class SetOption extends RemoteCommand {
  private static final String FOR = "--for";
  private static final String END = "--end";

  SetOption() {
    super("Sets an option of a running program, for all calls, whatever its files say.");
    takes("KEY=VALUE", true, "The option and its value; with --end, the option alone.");
    option(FOR, "DURATION", "", "For how long: 10m, 1h; without it until the program ends.");
    flag(END, "End what was set.");
  }

  @Override
  String[] request() {
    String text = parameter(1);
    int equals = text.indexOf('=');
    if (isSet(END) == (equals >= 0)) {
      throw wrong("write KEY=VALUE to set an option, or KEY --end to end it");
    }
    if (equals < 0) {
      return new String[] {"unset", text, user()};
    }
    String duration = option(FOR);
    String value = text.substring(equals + 1);
    return new String[] {"set", text.substring(0, equals), value, duration, user()};
  }

  @Override
  void print(List<ControlResponse.Row> rows, PrintWriter out) {
    for (ControlResponse.Row row : rows) {
      out.println(row.get("change"));
    }
  }
}
