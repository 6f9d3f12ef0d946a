package io.redial.cli;

import io.redial.config.Configuration;
import io.redial.config.OneLine;
import io.redial.config.Option;
import io.redial.config.Route;
import io.redial.config.Value;
import java.io.File;
import java.io.PrintWriter;

/** What {@code check} prints if there are no errors. */
final class CheckText {
  private final PrintWriter out;

  CheckText(PrintWriter out) {
    this.out = out;
  }

  void files(Configuration configuration) {
    for (File file : configuration.files()) {
      out.println("read " + OneLine.of(file.getPath()));
    }
  }

  void options(Configuration configuration) {
    out.println("without a route:");
    for (Option option : Option.values()) {
      line(option.key(), configuration.value(option));
    }
    clientGo(configuration.value(Option.PROFILE));
    for (Route route : configuration.routes()) {
      out.println();
      out.println("route " + OneLine.of(route.name()) + ":");
      line("match", route.match());
      for (Option option : Option.values()) {
        if (option.perRoute()) {
          line(option.key(), route.value(option));
        }
      }
      clientGo(route.value(Option.PROFILE));
    }
  }

  void call(CheckedCall call) {
    Route route = call.route();
    String decides = route == null ? "no route" : "route " + route.name();
    out.println(OneLine.of(call.request() + ": " + decides));
    if (route != null) {
      line("match", route.match());
    }
    out.println("  idempotent        " + call.idempotence());
    for (Option option : Option.values()) {
      if (option.perRoute()) {
        line(option.key(), call.value(option));
      }
    }
    clientGo(call.value(Option.PROFILE));
  }

  private void line(String key, Value value) {
    String text = value.text() == null ? "-" : OneLine.of(value.text());
    String origin = OneLine.of(value.origin().toString());
    out.println(String.format("  %-17s %-35s %s", key, text, origin));
  }

  private void clientGo(Value profile) {
    if ("client-go".equals(profile.text())) {
      out.println(
          "  The profile also waits 1s after an error, and honours a hint with 502 or 504 for");
      out.println("  any method.");
    }
  }
}
