package io.redial.contract.corners;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ModuleProgram;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The AWS SDK for Java 2 marks its requests as those of a caller that retries itself. */
@Tag("corners")
final class AwsTest {
  /** The SDK heeds it itself. */
  private static final int HINT_SECONDS = 5;

  private static final Answer BUSY = Answer.unavailable(Integer.toString(HINT_SECONDS));
  private static final Answer OK = Answer.ok("a book").header("ETag", "\"1\"");

  /** A program, what it saw and what the server saw. */
  private record Run(Program program, List<Attempt> attempts, long longestGap) {
    List<String> requests() {
      return attempts.stream()
          .map(a -> a.method() + " " + a.header("amz-sdk-request") + " " + a.body().length)
          .toList();
    }
  }

  static Stream<Arguments> calls() {
    return Stream.of("apache4", "apache5", "url-connection")
        .flatMap(
            http ->
                Stream.of("3", "off")
                    .flatMap(
                        tries ->
                            Stream.of("get", "put").map(call -> Arguments.of(http, tries, call))));
  }

  @ParameterizedTest
  @MethodSource("calls")
  @Rule({"1.1", "7.3"})
  void anErrorWithAHintIsLeftToTheSdk(String http, String tries, String call) {
    assertSame(http, tries, call, BUSY, BUSY, OK);
  }

  @ParameterizedTest
  @MethodSource("calls")
  @Rule({"1.1", "7.3"})
  void aLostConnectionIsLeftToTheSdk(String http, String tries, String call) {
    assertSame(http, tries, call, Steps.reset(), Steps.finish(), OK);
  }

  @ParameterizedTest
  @MethodSource("calls")
  @Rule({"1.1", "7.3"})
  void aServerThatStaysBusyIsAskedAsOftenAsTheSdkDoes(String http, String tries, String call) {
    assertSame(http, tries, call, Collections.nCopies(10, BUSY).toArray(new Step[0]));
  }

  /** So that the other tests prove something. */
  @Test
  @Rule("7.3")
  void withoutDeferringTheHintIsFollowed() {
    for (String http : List.of("apache4", "apache5")) {
      ModuleProgram program = ModuleProgram.of("corners", "aws.AwsMain").agent("defer-to=none");

      Run run = run(program, http, "off", "get", Answer.unavailable("0"), OK);

      assertThat(run.program().out()).isEqualToIgnoringNewLines("a book");
      assertThat(run.attempts()).hasSize(2);
    }
  }

  private static void assertSame(String http, String tries, String call, Step... script) {
    ModuleProgram program = ModuleProgram.of("corners", "aws.AwsMain");

    Run without = run(program, http, tries, call, script);
    Run with = run(program.agent(""), http, tries, call, script);

    assertThat(with.program().out()).as("%s", with).isEqualTo(without.program().out());
    assertThat(with.requests()).isEqualTo(without.requests());
    assertThat(with.longestGap())
        .as("nobody waited twice")
        .isLessThan(without.longestGap() + TimeUnit.SECONDS.toNanos(HINT_SECONDS));
  }

  private static Run run(
      ModuleProgram program, String http, String tries, String call, Step... script) {
    try (FaultServer server = new FaultServer().plays(script)) {
      Program ran = program.run(http, tries, call, server.url(""));
      List<Attempt> attempts = new ArrayList<>(server.attempts());
      long longest = 0;
      for (int i = 0; i + 1 < attempts.size(); i++) {
        longest = Math.max(longest, server.gap(i));
      }
      return new Run(ran, attempts, longest);
    }
  }
}
