package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.H2Server;
import io.redial.contract.server.H2Step;
import io.redial.contract.server.H2Stream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Rule 1.5: an attempt that takes too long leaves the connection to the calls that share it. */
final class SharedConnectionTest {
  private static final int MOST_STREAMS = 20;

  private static final List<String> PLAIN = List.of("plain", "plain-minimal");
  private static final List<String> MULTIPLEXING = List.of("multiplexing", "multiplexing-minimal");

  @ContractTest
  @Rule({"1.5", "2.5"})
  @Needs({Feature.HTTP_2, Feature.FUTURE, Feature.SHARED_CONTEXT})
  void isLeftToItsOtherCalls(Subject subject) {
    otherCallsGoOn(subject, PLAIN, false);
  }

  @ContractTest
  @Rule({"1.5", "2.5"})
  @Needs({Feature.HTTP_2, Feature.FUTURE, Feature.SHARED_CONTEXT})
  void isLeftToItsOtherCallsEvenIfTheAnswerComesLate(Subject subject) {
    otherCallsGoOn(subject, PLAIN, true);
  }

  @ContractTest
  @Rule({"1.5", "2.5"})
  @Needs({Feature.HTTP_2, Feature.FUTURE, Feature.SHARED_CONTEXT, Feature.MULTIPLEXING})
  void ofAMultiplexingPoolIsLeftToItsOtherCalls(Subject subject) {
    otherCallsGoOn(subject, MULTIPLEXING, false);
    otherCallsGoOn(subject, MULTIPLEXING, true);
  }

  private static void otherCallsGoOn(Subject subject, List<String> clients, boolean late) {
    for (String client : clients) {
      try (H2Server server = new H2Server()) {
        Map<String, String> told = run(subject, server, client, late, false);

        assertThat(told).as("%s, %s", client, told).containsEntry("first", "200 first");
        assertOthersWentOn(server, told);
        assertThat(to("last", server)).as(client).isSubsetOf(to("slow", server));
        assertThat(to("stalled", server)).as(client).isSubsetOf(to("slow", server));
      }
    }
  }

  /** The client would send the request again by itself, and then close the connection. */
  @ContractTest
  @Rule({"1.5", "2.5", "7.1"})
  @Needs({Feature.HTTP_2, Feature.FUTURE, Feature.SHARED_CONTEXT})
  void isLeftToItsOtherCallsByTheOneThatOpenedIt(Subject subject, H2Server server) {
    assertOthersWentOn(server, run(subject, server, "plain", false, true));
  }

  private static void assertOthersWentOn(H2Server server, Map<String, String> told) {
    assertThat(told)
        .as("%s, %s", told, requests(server))
        .containsEntry("stalled", "200 again")
        .containsEntry("last", "200 last")
        .containsEntry("slow", "200 slow but sound");
    assertThat(to("slow", server)).hasSize(1);
    assertThat(to("stalled", server)).hasSize(2);
  }

  /**
   * Makes the calls.
   *
   * @param opens whether the one that stalls opens the connection. A time that ended before that
   *     would be that of connecting, too.
   */
  private static Map<String, String> run(
      Subject subject, H2Server server, String client, boolean late, boolean opens) {
    H2Step step = step(late);
    for (int i = 0; i < MOST_STREAMS; i++) {
      server.plays(step);
    }
    return subject
        .with("retry-on=retry-after+timeout,backoff=none,per-try-timeout=" + (opens ? 5 : 3) + "s")
        .run(
            "io.redial.subjects.apache5.OneConnection",
            Map.of("url", server.url(), "client", client, "opens", Boolean.toString(opens)));
  }

  private static List<String> requests(H2Server server) {
    return server.attempts().stream()
        .map(attempt -> attempt.connection() + ": " + attempt.head().get(0))
        .toList();
  }

  /** The connections on which requests of that resource came. */
  private static List<Integer> to(String resource, H2Server server) {
    return server.attempts().stream()
        .filter(attempt -> attempt.head().get(0).contains("/" + resource + " "))
        .map(Attempt::connection)
        .toList();
  }

  /**
   * The slow call has a part of its body when another one stalls, and the rest after that. No
   * answer comes at once: the client cancels an exchange that is over before it has begun to watch
   * it, and then closes the connection by itself.
   */
  private static H2Step step(boolean late) {
    AtomicReference<H2Stream> slow = new AtomicReference<>();
    AtomicReference<H2Stream> stalled = new AtomicReference<>();
    return H2Step.late(
        200,
        stream -> {
          String request = stream.attempt().head().get(0);
          if (request.contains("/slow ")) {
            stream.head(200);
            stream.data("slow ", false);
            slow.set(stream);
          } else if (request.contains("/first ")) {
            stream.answer(200, "first");
          } else if (request.contains("/last ")) {
            slow.get().data("but sound", true);
            stream.answer(200, "last");
          } else if (!stalled.compareAndSet(null, stream)) {
            if (late) {
              stalled.get().answer(200, "late");
            }
            stream.answer(200, "again");
          }
        });
  }
}
