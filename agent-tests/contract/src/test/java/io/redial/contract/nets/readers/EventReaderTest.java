package io.redial.contract.nets.readers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.redial.contract.harness.ModuleProgram;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.nets.NetForm;
import io.redial.contract.nets.download.BreakingRelay;
import io.redial.contract.nets.readers.EventFeed.Wait;
import io.redial.contract.server.Download.End;
import io.redial.contract.server.FaultServer;
import io.redial.sampling.Sampling;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Server-sent events that plain {@code ofLines} and langchain4j read: none is lost, none doubled.
 */
@Tag("nets")
@Tag(Sampling.HEAVY)
final class EventReaderTest {
  static final List<String> READERS = List.of("lines", "langchain4j");

  /** A reset may take a whole response along, and then that attempt has brought nothing. */
  private static final String OPTIONS =
      "resume=sse,backoff=none,budget=off,max-retries=10,max-error-retries=10";

  private static final int RECONNECTS = 20;
  private static final int EACH = 5;
  private static final int EVENTS = (RECONNECTS + 1) * EACH;

  private static final List<Duration> RETRIES =
      Stream.of(10, 300, 50, 150).map(Duration::ofMillis).toList();

  /** In a short run each reader meets one of them. */
  static Stream<Arguments> cuts() {
    if (!NetForm.LONG) {
      return Stream.of(Arguments.of("lines", End.FIN), Arguments.of("langchain4j", End.RST));
    }
    return READERS.stream()
        .flatMap(reader -> Stream.of(End.values()).map(end -> Arguments.of(reader, end)));
  }

  @ParameterizedTest
  @MethodSource("cuts")
  @Rule({"10.3", "10.5"})
  void twentyReconnectsWithAChangingRetryLoseAndDoubleNothing(String reader, End end) {
    EventFeed feed = new EventFeed(EVENTS, EACH, end, RETRIES);
    try (FaultServer server =
        new FaultServer().plays(Collections.nCopies(200, feed).toArray(EventFeed[]::new))) {
      Program program =
          ModuleProgram.of("readers", "EventsMain")
              .agent(OPTIONS)
              .run(reader, server.url(), last(EVENTS));

      assertThat(data(program)).as("%s", program).isEqualTo(numbers(EVENTS));
      assertThat(program.out()).as("halves of events").doesNotContain("only");
      List<Wait> waits = feed.waits();
      assertThat(waits).hasSizeGreaterThanOrEqualTo(RECONNECTS);
      assertThat(waits).allMatch(wait -> wait.taken().compareTo(wait.asked()) >= 0);
      assertThat(late(waits)).as("half of them: %s", waits).isLessThan(Duration.ofSeconds(1));
    }
  }

  /** So that the others prove something. */
  @ParameterizedTest
  @MethodSource("cuts")
  @Rule("10.3")
  void withoutRedialTheFirstCutEndsTheStream(String reader, End end) {
    EventFeed feed = new EventFeed(EVENTS, EACH, end, RETRIES);
    try (FaultServer server = new FaultServer().plays(feed, feed)) {
      Program program =
          ModuleProgram.of("readers", "EventsMain").run(reader, server.url(), last(EVENTS));

      assertThat(program.out()).contains("cut: ");
      assertThat(data(program)).hasSizeLessThanOrEqualTo(EACH);
      assertThat(server.attempts()).hasSize(1);
    }
  }

  /** It sends no length and no chunks, so that only a reset is a cut. */
  @ParameterizedTest
  @FieldSource("READERS")
  @Rule({"10.3", "10.5"})
  void nchanIsReadWithoutALossWhileItsConnectionsAreReset(String reader, @TempDir Path folder)
      throws Exception {
    assumeTrue(Nchan.isThere(), () -> "no nchan: agent-tests/servers.sh nginx nchan");
    int events = 30 * RECONNECTS;
    try (Nchan nchan = new Nchan(folder);
        BreakingRelay relay = new BreakingRelay(nchan.port, 500, 1000, End.RST, 17)) {
      publish(nchan, 0, events / 4);
      String url = "http://127.0.0.1:" + relay.port() + "/events";
      CompletableFuture<Program> reading =
          CompletableFuture.supplyAsync(
              () ->
                  ModuleProgram.of("readers", "EventsMain")
                      .agent(OPTIONS)
                      .run(reader, url, last(events)));
      publish(nchan, events / 4, events);
      Program program = reading.join();

      assertThat(data(program)).as("%s%n%s", program, nchan.log()).isEqualTo(numbers(events));
      assertThat(relay.broken()).isGreaterThanOrEqualTo(RECONNECTS);
    }
  }

  private static void publish(Nchan nchan, int from, int to)
      throws IOException, InterruptedException {
    for (int number = from; number < to; number++) {
      nchan.publish(Integer.toString(number));
    }
  }

  private static String last(int events) {
    return Integer.toString(events - 1);
  }

  private static List<String> numbers(int events) {
    return IntStream.range(0, events).mapToObj(Integer::toString).toList();
  }

  private static List<String> data(Program program) {
    return program
        .out()
        .lines()
        .filter(line -> line.startsWith("data: "))
        .map(line -> line.substring("data: ".length()))
        .toList();
  }

  /** How much later than asked for half of them came. */
  private static Duration late(List<Wait> waits) {
    return waits.stream()
        .map(wait -> wait.taken().minus(wait.asked()))
        .sorted()
        .skip(waits.size() / 2)
        .findFirst()
        .orElseThrow();
  }
}
