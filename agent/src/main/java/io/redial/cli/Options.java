package io.redial.cli;

import io.redial.cli.json.Json;
import io.redial.config.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/** {@code options}: the reference of all options; docs/options.md is its output. */
final class Options extends Command {
  private static final String PLACE = "<!--options-->";

  Options() {
    super("Prints the reference of all options, in Markdown.");
  }

  @Override
  int run() {
    if (json()) {
      out().println(reference());
    } else {
      form().forEach(this::print);
    }
    return OK;
  }

  private void print(String line) {
    if (!line.equals(PLACE)) {
      out().println(line);
      return;
    }
    for (Option option : Option.values()) {
      String text = option.defaultText();
      out()
          .println(
              ("| `" + option.key() + "`" + (option.perRoute() ? " *" : ""))
                  + (" | " + (text == null ? "-" : "`" + text + "`"))
                  + (" | " + option.syntax())
                  + (" | " + option.meaning() + rule(option) + " |"));
    }
  }

  private static List<String> form() {
    List<String> lines = new ArrayList<>();
    try (Scanner form = new Scanner(Options.class.getResourceAsStream("options.md"), "UTF-8")) {
      while (form.hasNextLine()) {
        lines.add(form.nextLine());
      }
    }
    return lines;
  }

  private static String rule(Option option) {
    return "-".equals(option.rule()) ? "" : " (" + option.rule() + ")";
  }

  private static Json reference() {
    Json json = new Json().begin().beginArray("options");
    for (Option option : Option.values()) {
      json.begin().put("key", option.key()).put("default", option.defaultText());
      json.put("takes", option.syntax()).put("route", option.perRoute());
      json.put("rule", option.rule()).put("meaning", option.meaning()).end();
    }
    return json.endArray().end();
  }
}
