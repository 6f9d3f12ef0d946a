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
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Clients that keep responses. An application that makes a call again as often as it is asked to is
 * what a retried call is compared with: it sees the same, and its cache asks the server the same.
 */
@Tag("corners")
final class CachingTest {
  static final List<String> CLIENTS = List.of("classic4", "classic5", "async5");

  private static final String DECORATOR = "decorator4";

  private static final String FRESH = "max-age=1000";
  private static final String STALE = "max-age=60";
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String AT_ONCE = "budget=off,backoff=none";
  private static final Answer BUSY = dated(Answer.unavailable("0"));

  @ParameterizedTest
  @FieldSource("CLIENTS")
  @Rule({"1.1", "2.1"})
  void whatComesAfterARetryIsKept(String client) {
    assertSame(client, List.of(BUSY, BUSY, kept("one", FRESH)), "GET", "GET");
  }

  @ParameterizedTest
  @FieldSource("CLIENTS")
  @Rule({"1.1", "2.1"})
  void aRevalidationIsRetried(String client) {
    assertSame(
        client,
        List.of(kept("one", STALE), BUSY, validating("two", STALE), validating("three", STALE)),
        "GET",
        "GET",
        "GET");
  }

  @ParameterizedTest
  @FieldSource("CLIENTS")
  @Rule({"1.1", "2.1"})
  void aStaleResponseTakesThePlaceOfAnErrorWhereItMay(String client) {
    String staleIfError = STALE + ", stale-if-error=86400";
    assertSame(
        client,
        List.of(
            kept("one", staleIfError),
            BUSY,
            validating("two", staleIfError),
            validating("three", staleIfError)),
        "GET",
        "GET",
        "GET");
  }

  @ParameterizedTest
  @FieldSource("CLIENTS")
  @Rule({"1.1", "2.1"})
  void aStaleResponseIsNotShownWhereItMustNot(String client) {
    String strict = STALE + ", must-revalidate, stale-if-error=86400";
    assertSame(
        client,
        List.of(kept("one", strict), BUSY, validating("two", strict), validating("three", strict)),
        "GET",
        "GET",
        "GET");
  }

  @ParameterizedTest
  @FieldSource("CLIENTS")
  @Rule({"1.1", "2.2"})
  void aRevalidationWhoseConnectionIsLostEndsAsWithoutTheAgent(String client) {
    assertSame(
        client,
        List.of(
            kept("one", STALE),
            Steps.reset(),
            validating("two", STALE),
            validating("three", STALE)),
        "GET",
        "GET",
        "GET");
  }

  @ParameterizedTest
  @FieldSource("CLIENTS")
  @Rule({"1.1", "2.1"})
  void aChangeThatIsRetriedInvalidatesWhatWasKept(String client) {
    assertSame(
        client,
        List.of(kept("one", FRESH), BUSY, dated(Answer.ok("changed")), kept("two", FRESH)),
        "GET",
        "PUT",
        "GET",
        "GET");
  }

  @ParameterizedTest
  @FieldSource("CLIENTS")
  @Rule({"1.2", "8.1"})
  void anErrorThatIsGivenUpOnIsNotKept(String client) {
    Answer large = BUSY.body(new byte[100_000]);
    assertSame(client, List.of(large, kept("one", FRESH)), "GET", "GET");
  }

  @ParameterizedTest
  @FieldSource("CLIENTS")
  @Rule({"1.2", "5.1"})
  void theLastErrorIsTheApplications(String client) {
    try (FaultServer server = new FaultServer().plays(BUSY, BUSY, BUSY, kept("one", FRESH))) {
      Program program =
          ModuleProgram.of("corners", "caching.CachingMain")
              .agent(AT_ONCE + ",max-retries=2")
              .run(client, "0", server.url(), "GET", "GET", "GET");

      assertThat(program.out().lines().map(CachingTest::withoutCache))
          .as("%s", program)
          .containsExactly("GET 503 \"not now\"", "GET 200 \"one\"", "GET 200 \"one\"");
      assertThat(server.attempts()).hasSize(4);
    }
  }

  /** Its server said that it holds for a while, and a retry gets it from the cache. */
  @ParameterizedTest
  @FieldSource("CLIENTS")
  @Rule({"1.1", "1.2"})
  void anErrorThatItsServerLetsTheCacheKeepIsNotCutShort(String client) {
    Answer large = BUSY.body(new byte[100_000]).header("Cache-Control", FRESH);
    assertSame(client, List.of(large, kept("one", FRESH)), "GET", "GET");
  }

  /** It is outside of the client, and so of the retries. */
  @Test
  @Rule({"1.3", "2.1"})
  void aCacheAroundAClientSeesWhatComesAfterTheRetries() {
    for (String cacheControl : List.of(FRESH, STALE, STALE + ", stale-if-error=86400")) {
      Step again = validating("two", cacheControl);
      List<Step> calm = List.of(kept("one", cacheControl), again, again);
      List<Step> busy = List.of(BUSY, kept("one", cacheControl), BUSY, again, BUSY, again);
      List<String> requests = new ArrayList<>();
      ModuleProgram program = ModuleProgram.of("corners", "caching.CachingMain");

      Program without = run(program, 0, DECORATOR, calm, new ArrayList<>(), "GET", "GET", "GET");
      Program with = run(program.agent(AT_ONCE), 0, DECORATOR, busy, requests, "GET", "GET", "GET");

      assertThat(with.out()).as("%s", with).isEqualTo(without.out()).contains("\"one\"");
      assertThat(requests).hasSize(cacheControl.equals(FRESH) ? 2 : 6);
    }
  }

  private static String withoutCache(String line) {
    return line.substring(0, line.lastIndexOf('"') + 1);
  }

  private static void assertSame(String client, List<Step> script, String... methods) {
    List<String> requests = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    ModuleProgram program = ModuleProgram.of("corners", "caching.CachingMain");
    Program without = run(program, 20, client, script, expected, methods);
    Program with = run(program.agent(AT_ONCE), 0, client, script, requests, methods);

    assertThat(with.out()).as("%s", with).isEqualTo(without.out());
    assertThat(requests).isEqualTo(expected);
  }

  private static Program run(
      ModuleProgram program,
      int patience,
      String client,
      List<Step> script,
      List<String> requests,
      String... methods) {
    try (FaultServer server = new FaultServer().plays(script.toArray(new Step[0]))) {
      List<String> arguments =
          new ArrayList<>(List.of(client, Integer.toString(patience), server.url()));
      arguments.addAll(Arrays.asList(methods));
      Program ran = program.run(arguments.toArray(new String[0]));
      server.attempts().forEach(attempt -> requests.add(describe(attempt)));
      return ran;
    }
  }

  private static String describe(Attempt attempt) {
    return attempt.method() + " " + attempt.header("If-None-Match");
  }

  private static Answer kept(String text, String cacheControl) {
    Answer answer = Answer.ok(text).header("Cache-Control", cacheControl).header("ETag", tag(text));
    return cacheControl.startsWith(STALE) ? dated(answer, HOUR) : dated(answer);
  }

  /** 304 to whoever has a response already. */
  private static Step validating(String text, String cacheControl) {
    return exchange -> {
      String known = exchange.attempt().header("If-None-Match");
      return known == null
          ? kept(text, cacheControl).play(exchange)
          : dated(Answer.of(304), HOUR)
              .header("Cache-Control", cacheControl)
              .header("ETag", known)
              .play(exchange);
    };
  }

  private static String tag(String text) {
    return '"' + text + '"';
  }

  /** A cache keeps nothing that has no date. */
  private static Answer dated(Answer answer) {
    return dated(answer, Duration.ZERO);
  }

  private static Answer dated(Answer answer, Duration ago) {
    ZonedDateTime date = ZonedDateTime.now(ZoneOffset.UTC).minus(ago);
    return answer.header("Date", DateTimeFormatter.RFC_1123_DATE_TIME.format(date));
  }
}
