package io.redial.cli;

import io.redial.cli.json.Json;
import java.io.PrintWriter;

/** {@code ps}: the running programs that this user may ask. */
final class Ps extends Command {
  Ps() {
    super("Lists the running programs with Redial that this user may ask.");
  }

  @Override
  int run() {
    PrintWriter out = out();
    if (json()) {
      Json json = new Json().begin().beginArray("processes");
      for (Processes.Found found : Processes.all(this::reportLine)) {
        json.begin().put("pid", Long.parseLong(found.pid)).put("user", found.owner);
        json.put("service", found.service.isEmpty() ? null : found.service);
        json.put("command", found.command).end();
      }
      out.println(json.endArray().end());
    } else {
      TextTable table = new TextTable("PID", "USER", "SERVICE", "COMMAND");
      for (Processes.Found found : Processes.all(this::reportLine)) {
        table.row(found.pid, found.owner, orDash(found.service), found.command);
      }
      table.print(out, "no running program with Redial was found");
    }
    return OK;
  }
}
