package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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
      ALONE
          + " -javaagent:"
          + Program.agentJar()
          + "=backoff=fixed:10ms,budget=off,max-waiting=none";

  /** One loader that is kept shows after one; the profile containers makes twenty. */
  private static final int ROUNDS = Integer.getInteger("loaders.rounds", 20);

  private static final int ROUNDS_ALONE = 2;

  /** With three attempts each call waits for longer than Tomcat does for requests that go on. */
  private static final int HINT_SECONDS = 3;

  /** As long as idle threads of the clients may take to end. */
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** Every call is retried, and no loader is left. */
  void manyTimes(Container container) throws Exception {
    rounds(container, ROUNDS, "redial", Served.RETRIED);
    awaitCollection(container);
  }

  /** To see what the container says of such an application anyway. */
  void withoutTheAgent(Container container) throws Exception {
    rounds(container, ROUNDS_ALONE, "alone", "503");
  }

  /** So that the count of what is left proves something. */
  void seesApplicationsThatAreKept(Container container) throws Exception {
    assertThat(War.fetch(container.deploy(war), "Kept", "kept")).startsWith("kept");
    container.undeploy(war);
    assertThat(container.process().instances(War.MARK)).isPositive();
  }

  /**
   * The application's first retries of all wait meanwhile: they end as ever, and then its loader is
   * collected, too.
   */
  void whileCallsWait(Container container) throws Exception {
    URI application = container.deploy(war);
    for (String client : war.clients()) {
      War.fetch(application, client, server.calmUrl(client));
    }
    ExecutorService users = Executors.newFixedThreadPool(war.clients().size());
    try {
      Map<String, Future<String>> answers = new LinkedHashMap<>();
      for (String client : war.clients()) {
        String url = server.url(HINT_SECONDS, "waiting-" + client);
        answers.put(url, users.submit(() -> War.fetch(application, client, url)));
      }
      await().atMost(PATIENCE).until(() -> answers.keySet().stream().allMatch(server::isAsked));
      container.undeploy(war);
      assertThat(answers.keySet()).as("waits").allMatch(url -> server.attempts(url) < 3);
      for (Map.Entry<String, Future<String>> answer : answers.entrySet()) {
        assertThat(answer.getValue().get()).as(answer.getKey()).startsWith(Served.RETRIED);
      }
    } finally {
      users.shutdownNow();
    }
    awaitCollection(container);
  }

  private static void awaitCollection(Container container) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(() -> assertThat(container.process().instances(War.MARK)).isZero());
  }

  private void rounds(Container container, int rounds, String name, String answer)
      throws Exception {
    for (int round = 0; round < rounds; round++) {
      URI application = container.deploy(war);
      fetch(application, name + "-" + round, answer);
      if (round == 0) {
        assertThat(container.process().instances(War.MARK)).as("applications in use").isOne();
      }
      container.undeploy(war);
    }
  }

  private void fetch(URI application, String name, String answer) {
    for (String client : war.clients()) {
      String url = server.url(0, name + "-" + client);
      assertThat(War.fetch(application, client, url))
          .as(url)
          .startsWith(answer)
          .endsWith(" by " + loader);
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
