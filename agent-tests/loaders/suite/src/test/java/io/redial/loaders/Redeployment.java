package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * An application that is deployed, called and undeployed, again and again.
 *
 * @param server fails each new URL twice
 * @param loader what kind of loader the container gives an application
 */
record Redeployment(BusyServer server, War war, String loader) {
  /** The JVM's options without the agent. */
  static final String ALONE = "-XX:TieredStopAtLevel=1";

  /** With it. No wait, and no budget: this is about what is left of the calls. */
  static final String AGENT =
      ALONE + " -javaagent:" + Program.agentJar() + "=backoff=fixed:10ms,budget=off";

  private static final int ROUNDS = 20;
  private static final int ROUNDS_ALONE = 2;

  /** As long as idle threads of the clients may take to end. */
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** A distribution that the build unpacked. */
  static Path distribution(String name) throws Exception {
    try (Stream<Path> folders = Files.list(Path.of("target/containers", name).toAbsolutePath())) {
      return folders.findFirst().orElseThrow();
    }
  }

  /** Every call is retried, and no loader is left. */
  void twentyTimes(Container container) throws Exception {
    rounds(container, ROUNDS, "redial", Served.RETRIED);
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(() -> assertThat(container.process().instances(War.MARK)).isZero());
  }

  /** To see what the container says of such an application anyway. */
  void withoutTheAgent(Container container) throws Exception {
    rounds(container, ROUNDS_ALONE, "alone", "503");
  }

  /** So that the count of what is left proves something. */
  void seesAnApplicationThatIsKept(Container container) throws Exception {
    assertThat(War.fetch(container.deploy(war), "Kept", "kept")).startsWith("kept");
    container.undeploy();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(container.process().instances(War.MARK)).isOne());
  }

  private void rounds(Container container, int rounds, String name, String answer)
      throws Exception {
    for (int round = 0; round < rounds; round++) {
      URI application = container.deploy(war);
      for (String client : war.clients()) {
        String url = server.url(0, name + "-" + round + "-" + client);
        assertThat(War.fetch(application, client, url))
            .as("%s in round %d", client, round)
            .startsWith(answer)
            .endsWith(" by " + loader);
      }
      if (round == 0) {
        assertThat(container.process().instances(War.MARK)).as("applications in use").isOne();
      }
      container.undeploy();
    }
  }

  /** Nothing names the agent in a warning, and there is no warning that is not there without it. */
  void assertCleanEnd(Container container, String alone) throws Exception {
    container.process().stop();
    String logs = container.process().logs();
    assertThat(ContainerLog.complaintsOfRedial(logs)).isEmpty();
    assertThat(ContainerLog.complaints(logs)).isSubsetOf(ContainerLog.complaints(alone));
  }
}
