package io.redial.contract.nets.leaks;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.sampling.Sampling;
import io.redial.sampling.Seed;
import io.redial.subjects.leaks.LeaksMain;
import io.redial.subjects.load.server.LoadServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Clients are created and dropped in a small heap, their calls succeed, are retried, fail and are
 * cancelled, and the application keeps what they gave it: that holds neither client nor call, and
 * without it nothing of the agent's is left.
 */
@Tag("nets")
@Tag(Sampling.HEAVY)
@Tag(Sampling.DIVIDED)
@Tag("leaks")
final class LeaksNetTest {
  private static final String SEED = "7";
  private static final long MILLIS = Long.getLong("leaks.millis", 0);
  private static final Duration PATIENCE = Duration.ofMillis(MILLIS).plusMinutes(5);

  /** Each attempt has an entry in the timer, which is to be gone with the attempt. */
  private static final String OPTIONS =
      "budget=off,max-retries=2,log-level=error,per-try-timeout=50s";

  /** What operators see of the last attempts is texts, and {@code AttemptLogTest} has its bound. */
  private static final String GROWN = "\\{(io\\.redial\\.control\\.AttemptInfo=[0-9]{1,4})?}";

  /** Thread-locals are inspected, and what leads to a client is told where reflection may look. */
  private static final List<String> OPENED =
      List.of(
          "java.base/java.lang",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.net.http/jdk.internal.net.http");

  static Stream<Arguments> clients() {
    return Seed.some(
            ClientUnderTest.ALL.stream().filter(client -> !maker(client).isEmpty()),
            LeaksNetTest.class)
        .flatMap(client -> jdks(client).map(jdk -> Arguments.of(client, jdk)));
  }

  /** Java 11's own client lets go of less than later ones. */
  private static Stream<Jdk> jdks(ClientUnderTest client) {
    boolean all = MILLIS > 0 || client.label().startsWith("jdk");
    return Stream.concat(Stream.of(Jdks.running()), all ? Jdks.version(11).stream() : Stream.of())
        .filter(jdk -> jdk.feature() >= client.oldest())
        .distinct();
  }

  private static String maker(ClientUnderTest client) {
    return switch (client.label().replaceFirst("-[0-9.]+$", "")) {
      case "jdk-sync", "jdk-async" -> "io.redial.subjects.leaks.JdkKeeping";
      case "apache4-internal", "apache4-old" -> "io.redial.subjects.apache4.leaks.ClassicKeeping";
      case "apache4-async" -> "io.redial.subjects.apache4.leaks.AsyncKeeping";
      case "apache5-classic" -> "io.redial.subjects.apache5.leaks.ClassicKeeping";
      case "apache5-async" -> "io.redial.subjects.apache5.leaks.AsyncKeeping";
      default -> ""; // A minimal client is the same below.
    };
  }

  private static String mode(ClientUnderTest client) {
    return switch (client.label().replaceFirst("-[0-9.]+$", "")) {
      case "jdk-sync" -> "send";
      case "jdk-async" -> "sendAsync";
      case "apache4-old" -> "old";
      default -> "internal";
    };
  }

  @ParameterizedTest(name = "{0} on {1}", allowZeroInvocations = true)
  @MethodSource("clients")
  @Timeout(1500)
  @Rule({"1.1", "4.6", "6.5"})
  void nothingIsLeftOfClientsAndCallsThatAreDropped(ClientUnderTest client, Jdk jdk) {
    Jvm jvm = client.jvm(jdk).arg("-Xmx64m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
    for (String opened : jdk.feature() < 9 ? List.<String>of() : OPENED) {
      jvm = jvm.arg("--add-opens=" + opened + "=ALL-UNNAMED");
    }
    if (MILLIS == 0) {
      jvm = jvm.arg("-XX:TieredStopAtLevel=1"); // Over before much is compiled.
    }
    Map<String, String> facts = run(jvm.agent(OPTIONS), client);

    System.out.println(client.label() + " on " + jdk + ": " + facts);
    assertThat(facts)
        .containsEntry("clients", "0")
        .containsEntry("path-to-client", "")
        .containsEntry("replay-bytes", "0")
        .containsEntry("waiting", "0");
    assertThat(facts.get("grown")).matches(GROWN);
    if (!leavesItsExchange(client)) {
      assertThat(facts).containsEntry("calls-held", "0").containsEntry("path-to-call", "");
    }
    assertThat(facts.get("thread-locals")).doesNotContain("redial", "HttpClient");
    assertThat(Integer.parseInt(facts.get("threads"))).isLessThanOrEqualTo(0);
  }

  /**
   * Without the agent, too, HttpAsyncClient 4 leaves a way from each request, which the call's
   * context holds, to the exchange that it was sent with, and so to what it was given.
   */
  private static boolean leavesItsExchange(ClientUnderTest client) {
    return client.label().startsWith("apache4-async");
  }

  private static Map<String, String> run(Jvm jvm, ClientUnderTest client) {
    try (LoadServer server = new LoadServer()) {
      List<String> args =
          List.of(maker(client), mode(client), server.url(), Long.toString(MILLIS), SEED);
      Program program =
          Program.run(jvm.command(LeaksMain.class.getName(), args), Map.of(), PATIENCE);
      assertThat(program.exit()).as("%s", program).isZero();
      return program
          .out()
          .lines()
          .map(line -> line.split("=", 2))
          .collect(Collectors.toMap(fact -> fact[0], fact -> fact[1]));
    }
  }
}
