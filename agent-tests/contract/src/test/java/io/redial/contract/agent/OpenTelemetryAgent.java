package io.redial.contract.agent;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.Jvm;

/**
 * OpenTelemetry's agent in a program, with the sample's rules for JMX. It sends nothing anywhere.
 */
final class OpenTelemetryAgent {
  private OpenTelemetryAgent() {}

  /**
   * The same JVM with that agent.
   *
   * @param metrics how it exports metrics
   */
  static Jvm in(Jvm jvm, String... metrics) {
    return jvm.arg("-javaagent:" + AgentJar.other("opentelemetry-javaagent.jar"))
        .arg(
            "-Dotel.jmx.config=" + ObserveSamples.file("otel-jmx.yaml"),
            "-Dotel.jmx.discovery.delay=500",
            "-Dotel.traces.exporter=none",
            "-Dotel.logs.exporter=none")
        .arg(metrics);
  }
}
