package io.redial.contract.agent;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.redial.contract.harness.Servers;
import io.redial.contract.server.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A real Prometheus that scrapes the programs of a test each second. */
final class Prometheus implements AutoCloseable {
  private final HttpClient client = HttpClient.newHttpClient();
  private final int port = FreePort.find().number();
  private final Path log;
  private final Process process;

  /**
   * A rule as Prometheus has read it.
   *
   * @param name of its alert or its series
   * @param query its expression
   * @param error of its last evaluation; empty if there was none
   */
  record LoadedRule(String name, String query, String error) {}

  /**
   * Starts it.
   *
   * @param folder for its files
   * @param targets the port of each job, on the loopback
   * @param rules a file with rules
   */
  Prometheus(Path folder, Map<String, Integer> targets, Path rules) throws IOException {
    StringBuilder config = new StringBuilder("global:\n  scrape_interval: 1s\n");
    config.append("  evaluation_interval: 1s\nrule_files:\n  - ").append(rules);
    config.append("\nscrape_configs:\n");
    targets.forEach(
        (job, target) ->
            config.append(
                "  - job_name: %s\n    static_configs:\n      - targets: ['127.0.0.1:%d']\n"
                    .formatted(job, target)));
    Path file = Files.writeString(folder.resolve("prometheus.yml"), config);
    log = folder.resolve("prometheus.log");
    process =
        new ProcessBuilder(
                Servers.command(
                    "prometheus",
                    "--config.file=" + file,
                    "--storage.tsdb.path=" + folder.resolve("data"),
                    "--web.listen-address=127.0.0.1:" + port,
                    "--log.level=warn"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
  }

  /** The series that an expression has at this moment; none while Prometheus does not answer. */
  JsonArray query(String expression) {
    JsonElement data = get("query?query=" + encoded(expression));
    return data == null ? new JsonArray() : data.getAsJsonObject().getAsJsonArray("result");
  }

  /** The values of a label over the series that a selector names. */
  List<String> labelValues(String selector, String label) {
    JsonElement data = get("label/" + label + "/values?match[]=" + encoded(selector));
    List<String> values = new ArrayList<>();
    if (data != null) {
      data.getAsJsonArray().forEach(value -> values.add(value.getAsString()));
    }
    return values;
  }

  /** The rules that it evaluates. */
  List<LoadedRule> rules() {
    JsonElement data = get("rules");
    List<LoadedRule> rules = new ArrayList<>();
    if (data != null) {
      for (JsonElement group : data.getAsJsonObject().getAsJsonArray("groups")) {
        for (JsonElement element : group.getAsJsonObject().getAsJsonArray("rules")) {
          JsonObject rule = element.getAsJsonObject();
          String error = rule.has("lastError") ? rule.get("lastError").getAsString() : "";
          rules.add(
              new LoadedRule(
                  rule.get("name").getAsString(), rule.get("query").getAsString(), error));
        }
      }
    }
    return rules;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** What it answers; null while it does not. */
  private JsonElement get(String path) {
    URI uri = URI.create("http://127.0.0.1:" + port + "/api/v1/" + path.replace("[]", "%5B%5D"));
    try {
      String body =
          client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
      if (!body.startsWith("{")) {
        return null; // It says that it is not ready yet.
      }
      JsonObject answer = JsonParser.parseString(body).getAsJsonObject();
      if (!answer.get("status").getAsString().equals("success")) {
        throw new AssertionError(path + ": " + body);
      }
      return answer.get("data");
    } catch (IOException e) {
      if (!process.isAlive()) {
        throw new AssertionError("Prometheus has ended: " + printed(), e);
      }
      return null;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private String printed() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
