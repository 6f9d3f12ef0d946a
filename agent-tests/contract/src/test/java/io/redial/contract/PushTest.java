package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.H2Server;
import io.redial.contract.server.H2Step;
import io.redial.contract.server.H2Stream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** What an HTTP/2 server pushes beside a response that is given up on, or that never comes. */
final class PushTest {
  /**
   * The application's handler had the promise already when its response was given up on: nobody can
   * take it back.
   */
  private static final String ACCEPTED_WHILE_GIVEN_UP =
      "200 hello, pushed 200 first, pushed 200 second";

  private static final String HINT = "retry-after";

  /** The streams of a server are 2, 4, 6 and so on; others a client takes for errors. */
  private final AtomicInteger streams = new AtomicInteger();

  @ContractTest(slice = true)
  @Rule("1.3")
  @Needs({Feature.HTTP_2, Feature.FUTURE, Feature.JAVA_NET_HTTP})
  void aPromiseThatIsDeclinedDoesNotCommitTheCall(Subject subject) {
    H2Step busy = pushing("first", stream -> stream.answer(503, "busy", HINT, "0"));
    H2Step well = pushing("second", stream -> stream.answer(200, "hello"));
    try (H2Server server = new H2Server().plays(busy, well)) {
      Map<String, Integer> outcomes = push(subject, server, 1, "/first");

      assertThat(outcomes).isEqualTo(Map.of("200 hello, pushed 200 second", 1));
      assertThat(server.attempts()).hasSize(2);
    }
  }

  @ContractTest(slice = true)
  @Rule({"1.3", "2.1"})
  @Needs({Feature.HTTP_2, Feature.FUTURE, Feature.JAVA_NET_HTTP})
  void aPromiseAfterTheHeadIsNeitherLostNorDeliveredTwice(Subject subject) {
    int times = 40;
    H2Step busy =
        stream -> {
          stream.head(503, HINT, "0");
          stream.push(streams.addAndGet(2), "/first", "first");
          stream.data("busy", true);
        };
    H2Step well = pushing("second", stream -> stream.answer(200, "hello"));
    try (H2Server server = new H2Server()) {
      for (int i = 0; i < times; i++) {
        server.plays(busy, well);
      }
      Map<String, Integer> outcomes = push(subject, server, times, "");

      assertThat(outcomes.keySet())
          .as("%s", outcomes)
          .isSubsetOf(
              "200 hello, pushed 200 second", "503 busy, pushed 200 first", ACCEPTED_WHILE_GIVEN_UP)
          .isNotEmpty();
    }
  }

  @ContractTest(slice = true)
  @Rule({"1.3", "2.2"})
  @Needs({Feature.HTTP_2, Feature.FUTURE, Feature.JAVA_NET_HTTP})
  void anAcceptedPromiseOfALostConnectionEndsAsWithoutTheAgent(Subject subject) {
    H2Step lost = pushing("first", stream -> stream.reset(H2Stream.INTERNAL_ERROR));
    try (H2Server without = new H2Server().plays(lost);
        H2Server with = new H2Server().plays(lost)) {
      Map<String, Integer> expected = push(subject.bare(), without, 1, "");
      streams.set(0);
      Map<String, Integer> outcomes = push(subject, with, 1, "");

      assertThat(outcomes).isEqualTo(expected).hasToString("{IOException, pushed 200 first=1}");
      assertThat(with.attempts()).hasSameSizeAs(without.attempts());
    }
  }

  private H2Step pushing(String what, H2Step then) {
    return stream -> {
      stream.push(streams.addAndGet(2), "/" + what, what);
      then.play(stream);
    };
  }

  private static Map<String, Integer> push(
      Subject subject, H2Server server, int times, String declined) {
    Map<String, String> facts =
        subject.run(
            "io.redial.subjects.jdk.JdkPushes",
            Map.of("url", server.url(), "times", "" + times, "declined", declined));
    Map<String, Integer> outcomes = new HashMap<>();
    facts.forEach(
        (name, value) -> {
          if (name.startsWith("outcome.")) {
            outcomes.put(name.substring("outcome.".length()), Integer.valueOf(value));
          }
        });
    return outcomes;
  }
}
