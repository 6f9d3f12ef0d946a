package io.redial.cli;

import io.redial.config.Option;
import java.io.InputStream;
import java.util.Arrays;
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
      List<Option> options = Arrays.asList(Option.values());
      out().println(new Json().put("options", Json.array(options, Options::json)));
    } else {
      InputStream form = Options.class.getResourceAsStream("options.md");
      try (Scanner lines = new Scanner(form, "UTF-8")) {
        while (lines.hasNextLine()) {
          print(lines.nextLine());
        }
      }
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
      String rule = option.rule().equals("-") ? "" : " (" + option.rule() + ")";
      out()
          .println(
              ("| `" + option.key() + "`" + (option.perRoute() ? " *" : ""))
                  + (" | " + (text == null ? "-" : "`" + text + "`"))
                  + (" | " + option.syntax())
                  + (" | " + option.meaning() + rule + " |"));
    }
  }

  private static Json json(Option option) {
    Json json = new Json().put("key", option.key()).put("default", option.defaultText());
    json.put("takes", option.syntax()).put("route", option.perRoute());
    return json.put("rule", option.rule()).put("meaning", option.meaning());
  }
}
