package io.redial.contract.agent;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.Jvm;
import io.redial.contract.server.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;

/**
 * Prometheus' jmx_exporter as an agent in a program, with the sample's rules.
 *
 * @param port where it answers, on the loopback
 */
record JmxExporter(int port) {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  static JmxExporter onFreePort() {
    return new JmxExporter(FreePort.find().number());
  }

  /** The same JVM with the exporter. */
  Jvm in(Jvm jvm) {
    Path jar = AgentJar.other("jmx_prometheus_javaagent.jar");
    Path rules = ObserveSamples.file("jmx-exporter.yml");
    return jvm.arg("-javaagent:" + jar + "=127.0.0.1:" + port + ":" + rules);
  }

  /** Redial's series, each with its value; none while the exporter does not answer. */
  List<String> scrape() {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build();
      String body = CLIENT.send(request, BodyHandlers.ofString()).body();
      return body.lines().filter(line -> line.startsWith("redial_")).toList();
    } catch (IOException e) {
      return List.of();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
