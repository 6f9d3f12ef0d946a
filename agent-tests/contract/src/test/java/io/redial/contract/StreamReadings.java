package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.util.List;
import java.util.function.Function;

/** How applications read streams of events, and what tests of them have in common. */
final class StreamReadings {
  /** All that hand over what has arrived, and one that keeps it. */
  static final Function<ClientUnderTest, List<Reading>> ALL = StreamReadings::of;

  private StreamReadings() {}

  private static List<Reading> of(ClientUnderTest client) {
    if (client.label().startsWith("jdk")) {
      return List.of(
          Reading.STREAM, Reading.LINES, Reading.PUBLISHER, Reading.CONSUMER, Reading.BYTES);
    }
    return client.limit(Feature.FUTURE).isPresent()
        ? List.of(Reading.STREAM, Reading.LINES, Reading.TEXT)
        : List.of(Reading.BYTES);
  }

  /** The one in which the application has what has arrived, and can give up. */
  static Reading asItComes(Subject subject) {
    boolean asynchronous = subject.client().label().contains("async");
    return asynchronous && !subject.can(Feature.JAVA_NET_HTTP) ? Reading.BYTES : Reading.STREAM;
  }

  /** The one that has got all that came before an error. */
  static Reading reading(Subject subject) {
    return subject.can(Feature.JAVA_NET_HTTP) ? Reading.CONSUMER : asItComes(subject);
  }

  /** Waits until the application has so many bytes. */
  static void awaitReceived(Pending call, int bytes) {
    Eventually.until(
        () -> Integer.parseInt(call.releases().getOrDefault("received", "0")) == bytes);
  }

  /**
   * Reads what a server plays with that, and sees how many requests it took. The stream of
   * java.net.http drops what has arrived and was not read when the error comes.
   */
  static Reply read(Subject subject, String path, int attempts, Step... steps) {
    try (FaultServer server = new FaultServer().plays(steps)) {
      Reply reply = subject.get(server.url(path)).reading(reading(subject)).send();
      assertThat(server.attempts()).as("%s", reply).hasSize(attempts);
      return reply;
    }
  }

  /** Besides the failure, the application has the same part of the body. */
  static void assertSameEnd(Reply with, Reply without) {
    ResumeStrictTest.assertSameFailure(with, without);
    assertThat(with.get("received")).as("%s", with).isEqualTo(without.get("received"));
  }
}
