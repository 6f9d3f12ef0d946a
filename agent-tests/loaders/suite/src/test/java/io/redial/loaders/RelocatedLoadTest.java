package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.sampling.Sampling;
import io.redial.sampling.Seed;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Relocated copies that many threads share, in health: no failure, and no more connections. */
@Tag(Sampling.DIVIDED)
class RelocatedLoadTest extends Served {
  private static final Path WHOLE = Program.built("vendor/target/vendor-whole.jar");

  /** What a round came to. */
  private record Round(List<String> outcomes, int requests, int connections) {}

  static Stream<Arguments> crowds() {
    return Seed.some(
        Stream.of("4", "4Async", "5", "5Async")
            .flatMap(
                client -> Stream.of(Arguments.of(client, 4, 400), Arguments.of(client, 32, 50))),
        RelocatedLoadTest.class);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("crowds")
  void fetchAsWithoutTheAgent(String client, int threads, int calls) throws Exception {
    Round without = round(Program.on(Java.running()), client, threads, calls);
    Program.Command command = Program.on(Java.running()).agent();
    Round with = round(command, client, threads, calls);

    assertThat(with.outcomes()).containsExactly("{200=" + threads * calls + "}");
    assertThat(with.outcomes()).isEqualTo(without.outcomes());
    assertThat(with.requests()).isEqualTo(without.requests());
    assertThat(with.connections())
        .as("instead of %d", without.connections())
        .isLessThanOrEqualTo(threads);
  }

  private Round round(Program.Command command, String client, int threads, int calls)
      throws Exception {
    try (BusyServer busy = BusyServer.start()) {
      String url = busy.calmUrl("thing");
      Program program =
          command
              .classPath(List.of(WHOLE))
              .with("com.vendor.fetch.crowd.Crowd")
              .run(client, Integer.toString(threads), Integer.toString(calls), url);
      assertNoComplaint(program);
      return new Round(program.out(), busy.attempts(url), busy.connections());
    }
  }
}
