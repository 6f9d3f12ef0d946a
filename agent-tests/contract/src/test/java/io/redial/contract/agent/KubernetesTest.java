package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1Volume;
import io.kubernetes.client.openapi.models.V1VolumeMount;
import io.kubernetes.client.util.Yaml;
import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manifest that the manual tells people to copy, read as Kubernetes reads it, and run. */
@Tag("programs")
final class KubernetesTest {
  private static final Path MANIFEST =
      Path.of(System.getProperty("contract.project.root", "../.."))
          .resolve("samples/deploy/kubernetes.yaml");

  private static final Duration SOON = Duration.ofSeconds(8);

  private V1ConfigMap options;
  private V1PodSpec pod;
  private V1Container init;
  private V1Container service;

  @BeforeEach
  void parse() throws IOException {
    List<Object> objects = Yaml.loadAll(Files.readString(MANIFEST));

    assertThat(objects).hasSize(2);
    options = (V1ConfigMap) objects.get(0);
    V1Deployment deployment = (V1Deployment) objects.get(1);
    assertThat(deployment.getSpec().getTemplate().getMetadata().getLabels())
        .containsAllEntriesOf(deployment.getSpec().getSelector().getMatchLabels());
    pod = deployment.getSpec().getTemplate().getSpec();
    init = pod.getInitContainers().get(0);
    service = pod.getContainers().get(0);
  }

  @Test
  void aMisspelledFieldWouldNotHaveBeenRead() throws IOException {
    String misspelled = Files.readString(MANIFEST).replace("volumeMounts:", "volumeMount:");

    assertThatThrownBy(() -> Yaml.loadAll(misspelled)).hasMessageContaining("volumeMount");
  }

  @Test
  void containersVolumesAndTheConfigMapAgree() {
    Map<String, V1Volume> volumes =
        pod.getVolumes().stream().collect(Collectors.toMap(V1Volume::getName, v -> v));
    String flag = Map.copyOf(environment()).get("JAVA_TOOL_OPTIONS");
    String jar = flag.substring("-javaagent:".length(), flag.indexOf('='));
    String config = flag.substring(flag.indexOf("config=") + "config=".length());

    assertThat(init.getCommand()).startsWith("cp").endsWith(jar);
    String brought = mountOf(init, jar).getName();
    assertThat(mountOf(service, jar).getName()).isEqualTo(brought);
    assertThat(volumes.get(brought).getEmptyDir()).isNotNull();

    V1VolumeMount mount = mountOf(service, config);
    assertThat(mount.getMountPath()).isEqualTo(config);
    assertThat(mount.getSubPath()).as("such a mount sees no change").isNull();
    assertThat(volumes.get(mount.getName()).getConfigMap().getName())
        .isEqualTo(options.getMetadata().getName());
    assertThat(options.getData())
        .containsKey(environment().get("OTEL_SERVICE_NAME") + ".properties");
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    service.getEnv().forEach(variable -> environment.put(variable.getName(), variable.getValue()));
    return environment;
  }

  private static V1VolumeMount mountOf(V1Container container, String path) {
    return container.getVolumeMounts().stream()
        .filter(mount -> (path + "/").startsWith(mount.getMountPath() + "/"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aServiceStartedByItRetriesAndFollowsTheConfigMap(@TempDir Path folder) throws IOException {
    Cluster cluster = new Cluster(folder, pod);
    cluster.write(options);
    copyTheJar(cluster);
    Map<String, String> environment = cluster.environment(service);
    environment.put("REDIAL_RELOAD", "500ms");

    try (FaultServer server = new FaultServer();
        Fetcher program = Fetcher.start(Jvm.of(Jdks.running()), environment)) {
      server.plays(Answer.unavailable("0"), Answer.ok("up"));
      assertThat(program.get(server.url())).isEqualTo("status 200");
      assertThat(program.err("Picked up JAVA_TOOL_OPTIONS")).hasSize(1);
      assertThat(program.err("service orders, options from")).hasSize(1);
      assertThat(program.err("in use:")).singleElement().asString().contains("max-retries=5");

      changeMaxRetries(cluster, "5", "0");
      program.awaitErr(SOON, "options read again: max-retries 5 -> 0");
      server.plays(Answer.unavailable("0"));
      assertThat(program.get(server.url())).isEqualTo("status 503");

      changeMaxRetries(cluster, "0", "1\nenabled = false");
      program.awaitErr(SOON, "enabled true -> false");
      server.plays(Answer.unavailable("0"));
      assertThat(program.get(server.url())).isEqualTo("status 503");
      assertThat(server.attempts()).hasSize(4);
    }
  }

  private void copyTheJar(Cluster cluster) {
    List<String> command = cluster.command(init);
    command.replaceAll(
        word -> word.equals("/redial-agent.jar") ? AgentJar.path().toString() : word);
    Program copy = Program.run(command, Map.of());
    assertThat(copy.exit()).as("%s: %s", command, copy).isZero();
  }

  private void changeMaxRetries(Cluster cluster, String from, String to) throws IOException {
    String file = options.getData().get("orders.properties");
    String changed =
        file.replaceFirst("\nmax-retries = " + from + "\n", "\nmax-retries = " + to + "\n");
    assertThat(changed).isNotEqualTo(file);
    options.putDataItem("orders.properties", changed);
    cluster.write(options);
  }
}
