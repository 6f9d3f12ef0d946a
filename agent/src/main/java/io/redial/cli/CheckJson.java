package io.redial.cli;

import io.redial.cli.json.Json;
import io.redial.config.ConfigError;
import io.redial.config.Configuration;
import io.redial.config.Option;
import io.redial.config.Route;
import io.redial.config.Value;
import java.io.File;
import java.util.Map;
import java.util.function.Function;

/** What {@code check --json} prints. */
final class CheckJson {
  private final Json json = new Json();
  private final RequestArgument request;

  /**
   * Creates an empty document.
   *
   * @param request the call to describe, or null to list all options
   */
  CheckJson(RequestArgument request) {
    this.request = request;
  }

  String of(Configuration configuration) {
    json.begin();
    members(configuration);
    return json.end().toString();
  }

  String of(OptionsDirectory directory, Map<String, Configuration> files) {
    json.begin().put("directory", directory.config().text()).beginArray("faults");
    if (directory.problem() != null) {
      String origin = directory.config().origin().toString();
      fault(Option.CONFIG.key(), origin, directory.problem(), null);
    }
    json.endArray().beginArray("checks");
    for (Map.Entry<String, Configuration> file : files.entrySet()) {
      json.begin().put("file", file.getKey());
      members(file.getValue());
      json.end();
    }
    return json.endArray().end().toString();
  }

  private void members(Configuration configuration) {
    json.beginArray("faults");
    for (ConfigError fault : configuration.faults()) {
      fault(fault.key(), fault.origin().toString(), fault.message(), fault.suggestion());
    }
    json.endArray().beginArray("files");
    for (File file : configuration.files()) {
      json.add(file.getPath());
    }
    json.endArray();
    if (!configuration.faults().isEmpty()) {
      warnings(configuration);
    } else if (request != null) {
      warnings(configuration);
      call(new CheckedCall(configuration, request));
    } else {
      json.begin("options");
      for (Option option : Option.values()) {
        value(option.key(), configuration.value(option));
      }
      json.end();
      warnings(configuration);
      routes(configuration);
    }
  }

  private void fault(String key, String origin, String message, String suggestion) {
    json.begin().put("key", key).put("origin", origin);
    json.put("message", message).put("suggestion", suggestion).end();
  }

  private void warnings(Configuration configuration) {
    json.beginArray("warnings");
    for (Warning warning : Warning.among(configuration)) {
      json.begin().put("route", warning.route).put("origin", warning.origin);
      if (warning.shadowedBy != null) {
        json.put("shadowedBy", warning.shadowedBy);
      }
      json.put("message", warning.message).end();
    }
    json.endArray();
  }

  private void routes(Configuration configuration) {
    json.beginArray("routes");
    for (Route route : configuration.routes()) {
      json.begin().put("name", route.name());
      value("match", route.match());
      perRoute(route::value);
      json.end();
    }
    json.endArray();
  }

  private void call(CheckedCall call) {
    json.begin("call").put("method", request.method()).put("url", request.url());
    Route route = call.route();
    if (route == null) {
      json.put("route", null);
    } else {
      json.put("route", route.name());
      value("match", route.match());
    }
    json.put("idempotent", call.idempotent());
    perRoute(call::value);
    json.end();
  }

  private void perRoute(Function<Option, Value> values) {
    json.begin("options");
    for (Option option : Option.values()) {
      if (option.perRoute()) {
        value(option.key(), values.apply(option));
      }
    }
    json.end();
  }

  private void value(String key, Value value) {
    json.begin(key).put("value", value.text()).put("origin", value.origin().toString()).end();
  }
}
