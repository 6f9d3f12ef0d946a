package io.redial.cli;

import io.redial.config.Option;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

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
      String rows =
          Arrays.stream(Option.values()).map(Options::row).collect(Collectors.joining("\n"));
      out().print(resource("options.md").replace(PLACE, rows));
    }
    return OK;
  }

  private static String row(Option option) {
    String text = option.defaultText();
    String rule = option.rule().equals("-") ? "" : " (" + option.rule() + ")";
    return ("| `" + option.key() + "`" + (option.perRoute() ? " *" : ""))
        + (" | " + (text == null ? "-" : "`" + text + "`"))
        + (" | " + option.syntax())
        + (" | " + option.meaning() + rule + " |");
  }

  private static Json json(Option option) {
    Json json = new Json().put("key", option.key()).put("default", option.defaultText());
    json.put("takes", option.syntax()).put("route", option.perRoute());
    return json.put("rule", option.rule()).put("meaning", option.meaning());
  }
}
