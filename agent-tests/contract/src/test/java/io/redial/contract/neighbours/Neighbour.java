package io.redial.contract.neighbours;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;

/**
 * Another agent. Nothing that it sends leaves the loopback.
 *
 * @param name its name
 * @param everyBuild whether a plain build has it, and not only the profile {@code neighbours}
 * @param jar its file, as the build put it ready
 * @param argument of its {@code -javaagent}, in front of which stands a {@code =}, or empty
 * @param flags what it is told by system properties
 * @param spans how many spans of a program with nothing but java.net.http it showed, or null if we
 *     cannot see them
 */
record Neighbour(
    String name,
    boolean everyBuild,
    String jar,
    BiFunction<Intake, Path, String> argument,
    BiFunction<Intake, Path, List<String>> flags,
    ToLongFunction<Program> spans) {

  static final List<Neighbour> ALL =
      List.of(
          new Neighbour(
              "JaCoCo",
              true,
              "jacoco.jar",
              (intake, folder) -> "=destfile=" + folder.resolve("jacoco.exec"),
              (intake, folder) -> List.of(),
              null),
          new Neighbour(
              "jmx_exporter",
              true,
              "jmx_prometheus_javaagent.jar",
              (intake, folder) -> "=127.0.0.1:0:" + folder.resolve("jmx.yaml"),
              (intake, folder) -> List.of(),
              null),
          new Neighbour(
              "OpenTelemetry",
              false,
              "opentelemetry-javaagent.jar",
              (intake, folder) -> "",
              (intake, folder) ->
                  List.of(
                      "-Dotel.traces.exporter=console",
                      "-Dotel.metrics.exporter=none",
                      "-Dotel.logs.exporter=none"),
              program ->
                  program
                      .err()
                      .lines()
                      .filter(
                          line -> line.contains(" CLIENT ") && line.contains("java-http-client"))
                      .count()),
          new Neighbour(
              "Elastic APM",
              false,
              "elastic-apm-agent.jar",
              (intake, folder) -> "",
              (intake, folder) ->
                  List.of(
                      "-Delastic.apm.server_url=" + intake.url(),
                      "-Delastic.apm.central_config=false",
                      "-Delastic.apm.cloud_provider=NONE",
                      "-Delastic.apm.metrics_interval=0",
                      // It shows outgoing calls only within something that it traces.
                      "-Delastic.apm.trace_methods=io.redial.subjects.programs.PutEach#put"),
              // The program ends before this agent has sent all.
              null),
          new Neighbour(
              "Datadog",
              false,
              "dd-java-agent.jar",
              (intake, folder) -> "",
              (intake, folder) ->
                  List.of(
                      "-Ddd.trace.agent.url=" + intake.url(),
                      "-Ddd.instrumentation.telemetry.enabled=false",
                      "-Ddd.remote_config.enabled=false",
                      "-Ddd.jmxfetch.enabled=false",
                      "-Ddd.profiling.enabled=false",
                      "-Ddd.crashtracking.enabled=false",
                      "-Ddd.trace.startup.logs=false"),
              // The program ends before this agent has sent all.
              null),
          new Neighbour(
              "New Relic",
              false,
              "newrelic-agent.jar",
              (intake, folder) -> "",
              (intake, folder) ->
                  List.of(
                      "-Dnewrelic.config.license_key=" + "0".repeat(40),
                      "-Dnewrelic.config.app_name=neighbours",
                      "-Dnewrelic.config.host=127.0.0.1",
                      "-Dnewrelic.config.port=" + intake.port(),
                      "-Dnewrelic.config.file=" + folder.resolve("newrelic.yml"),
                      "-Dnewrelic.config.log_file_path=" + folder,
                      "-Dnewrelic.config.startup_log_level=off"),
              null));

  /** The JVM's argument that attaches it. */
  String option(Intake intake, Path folder) {
    return "-javaagent:" + AgentJar.other(jar) + argument.apply(intake, folder);
  }

  @Override
  public String toString() {
    return name;
  }
}
