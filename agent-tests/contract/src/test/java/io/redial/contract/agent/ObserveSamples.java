package io.redial.contract.agent;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files of samples/observe. */
final class ObserveSamples {
  private static final Path FOLDER =
      Path.of(System.getProperty("contract.project.root", "../.."), "samples/observe");

  private ObserveSamples() {}

  static Path file(String name) {
    return FOLDER.resolve(name).toAbsolutePath().normalize();
  }

  /** The dashboard's queries, as Grafana would send them for a service and all of its hosts. */
  static List<String> dashboardQueries(String service) {
    List<String> queries = new ArrayList<>();
    for (JsonElement panel : dashboard().getAsJsonArray("panels")) {
      for (JsonElement target : panel.getAsJsonObject().getAsJsonArray("targets")) {
        queries.add(filled(target.getAsJsonObject().get("expr").getAsString(), service));
      }
    }
    return queries;
  }

  /** The queries for the values of the dashboard's variables: {@code label_values(...)}. */
  static List<String> variableQueries(String service) {
    List<String> queries = new ArrayList<>();
    for (JsonElement variable : dashboard().getAsJsonObject("templating").getAsJsonArray("list")) {
      JsonElement query = variable.getAsJsonObject().get("query");
      if (query.isJsonObject()) {
        queries.add(filled(query.getAsJsonObject().get("query").getAsString(), service));
      }
    }
    return queries;
  }

  static JsonObject dashboard() {
    try {
      String text = Files.readString(file("grafana-dashboard.json"));
      return JsonParser.parseString(text).getAsJsonObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String filled(String expression, String service) {
    return expression
        .replace("$service", service)
        .replace("$host", ".*")
        .replace("$__rate_interval", "1m");
  }
}
