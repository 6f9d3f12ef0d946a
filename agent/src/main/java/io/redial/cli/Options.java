package io.redial.cli;

import io.redial.cli.json.Json;
import io.redial.config.Option;
import java.io.PrintWriter;

/** {@code options}: the reference of all options; docs/options.md is its output. */
final class Options extends Command {
  private static final String[] INTRODUCTION = {
    "# Options",
    "",
    "<!-- Printed by `java -jar redial-agent.jar options`; a test compares the two. -->",
    "",
    "The same keys work in agent arguments (`max-retries=5`), properties files, system properties",
    "(`redial.max-retries`) and environment variables (`REDIAL_MAX_RETRIES`).",
    "Precedence: agent argument > system property > environment variable > file (a file over the file"
        + " that it extends) > default.",
    "",
    "    -javaagent:redial-agent.jar=config=/etc/redial/orders.properties,max-retries=5",
    "",
    "`+` separates the items of a list and `:` the parts of an item, so no value needs quotes in a"
        + " shell. A comma works like `+` unless `key=` follows it.",
    "Durations are written `250ms`, `10s`, `5m`, `1h`, `1d`, or in ISO 8601 (`PT1.5S`); sizes `512B`,"
        + " `64KiB`, `1MiB`, `1GiB`. `none` switches a limit off"
        + " (`off` for `budget` and `rate-limit`).",
    "The numbers in brackets refer to rules of [the contract](contract.md).",
    "Options marked * can also be set for a route: [configuration.md](configuration.md#routes).",
    "The others are process-wide.",
    "",
    "| key | default | takes | meaning |",
    "|---|---|---|---|",
  };

  private static final String[] END = {
    "",
    "## Profiles",
    "",
    "A profile only changes defaults: an option that is set anywhere overrides it.",
    "",
    "- `safe`: the defaults above.",
    "- `resilient`: `retry-on=retry-after+connection-error+connect-failure+unprocessed+timeout"
        + "+429+502+503+504`.",
    "- `client-go`: `methods=GET`, `retry-on=retry-after+connection-error`, `max-error-retries=10`,"
        + " `backoff=none`, `jitter=none`, `deadline=none`, `budget=off`;",
    "  a retry after an error waits 1s, and a hint with 502 or 504 counts for any method.",
    "",
    "## Other environment variables",
    "",
    "- `OTEL_SERVICE_NAME` is the default of `service`.",
    "- `KUBE_CLIENT_BACKOFF_BASE` and `KUBE_CLIENT_BACKOFF_DURATION` (whole seconds, both set) are"
        + " read as `backoff=exponential:BASE:DURATION` and `backoff-scope=host` where `backoff` is"
        + " not set.",
  };

  Options() {
    super("Prints the reference of all options, in Markdown.");
  }

  @Override
  int run() {
    PrintWriter out = out();
    if (json()) {
      out.println(reference());
    } else {
      print(out);
    }
    return OK;
  }

  private static void print(PrintWriter out) {
    for (String line : INTRODUCTION) {
      out.println(line);
    }
    for (Option option : Option.values()) {
      String text = option.defaultText();
      out.println(
          ("| `" + option.key() + "`" + (option.perRoute() ? " *" : ""))
              + (" | " + (text == null ? "-" : "`" + text + "`"))
              + (" | " + option.syntax())
              + (" | " + option.meaning() + rule(option) + " |"));
    }
    for (String line : END) {
      out.println(line);
    }
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
