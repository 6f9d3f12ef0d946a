package io.redial.cli;

import java.util.List;

/** {@code ps}: the running programs that this user may ask. */
final class Ps extends Command {
  Ps() {
    super("Lists the running programs with Redial that this user may ask.");
  }

  @Override
  int run() {
    List<Processes.Found> all = Processes.all(this::reportLine);
    if (json()) {
      out().println(new Json().put("processes", Json.array(all, Ps::json)));
    } else {
      TextTable table = new TextTable("PID", "USER", "SERVICE", "COMMAND");
      all.forEach(found -> table.row(found.pid, found.owner, orDash(found.service), found.command));
      table.print(out(), "no running program with Redial was found");
    }
    return OK;
  }

  private static Json json(Processes.Found found) {
    Json json = new Json().put("pid", Long.parseLong(found.pid)).put("user", found.owner);
    json.put("service", found.service.isEmpty() ? null : found.service);
    return json.put("command", found.command);
  }
}
