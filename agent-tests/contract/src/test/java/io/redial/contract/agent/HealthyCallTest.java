package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.chaos.ChaosJar;
import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.SubjectProcess;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.Order;
import io.redial.subjects.chaos.ChaosScenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A call that succeeds passes few of Redial's types, and docs/architecture.md names them. */
@Tag("programs")
final class HealthyCallTest {
  private static final Path PAGE =
      Path.of(System.getProperty("contract.project.root", "../.."), "docs", "architecture.md");

  private static final int MOST = 20;

  /** The first ones load classes, and now and then the upkeep threads run. */
  private static final int CALLS = 6;

  @Test
  void sendOfTheJdksClientPassesTheTypesThatThePageNames() throws IOException {
    Set<String> passed = null;
    try (FaultServer server = new FaultServer();
        SubjectProcess program =
            SubjectProcess.start(
                ClientUnderTest.JDK_SYNC
                    .jvm(Jdks.running())
                    .arg(ChaosJar.argument("weave|client|kernel|call|body"))
                    .agent(""))) {
      for (int i = 0; i < CALLS; i++) {
        server.playsOnly("/up", List.of(Answer.ok("up")));
        Map<String, String> reply =
            program.call(
                ChaosScenario.class.getName(),
                new Order()
                    .set("client", ClientUnderTest.JDK_SYNC.adapter())
                    .set("method", "GET")
                    .set("url", server.url("/up"))
                    .set("pool", 3)
                    .args());
        assertThat(reply).containsEntry("status", "200");
        Set<String> types = types(reply);
        if (passed != null) {
          types.retainAll(passed);
        }
        passed = types;
      }
    }

    passed.add("GateEntry"); // The generated class, in which nothing can be recorded.
    passed.remove("ClientTransformer"); // Whose client is the JVM, for each class that it loads.
    assertThat(passed).isEqualTo(named()).hasSizeLessThanOrEqualTo(MOST);
  }

  /** The types whose code was run, in the form {@code entries.io.redial.call.Call.begin(…}. */
  private static Set<String> types(Map<String, String> reply) {
    return reply.keySet().stream()
        .filter(key -> key.startsWith("entries."))
        .map(
            key ->
                key.replaceFirst("\\.[^.(]+\\(.*", "")
                    .replaceFirst(".*\\.", "")
                    .replaceFirst("\\$.*", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> named() throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf("A healthy `send` passes through");
    String list = page.substring(start, page.indexOf("\n\n", start));
    return Pattern.compile("`([A-Z]\\w+)`")
        .matcher(list)
        .results()
        .map((MatchResult name) -> name.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
