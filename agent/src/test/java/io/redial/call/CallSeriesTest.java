package io.redial.call;

import static io.redial.call.Answer.fails;
import static io.redial.call.Answer.retryAfter;
import static io.redial.call.Answer.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.call.Scenario.Act;
import io.redial.policy.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one call teaches about the next: calls in a row, in a time of their own. */
class CallSeriesTest {
  private static final String PLAIN = "budget=off,jitter=none,backoff=none,deadline=60s";
  private static final String TWICE = PLAIN + ",max-retries=2";
  private static final Duration SOON = Duration.ofMillis(100);
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private static Scenario gets(Answer... answers) {
    return Scenario.with("").answers(answers);
  }

  private static Scenario failing() {
    return gets(fails(Failure.CONNECTION_ERROR));
  }

  /** The application's own timeout ends the wait. */
  private static Scenario impatient() {
    return gets(retryAfter(503, "5"), status(200)).at(TIMEOUT, Act.CANCEL);
  }

  // A layer above.

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  @Rule("7.4")
  void aLoopAboveGetsNoRetriesOfOursFiveTimesInARow(String driver) {
    Series series = new Series(driver, TWICE);
    List<Integer> attempts = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Result result = series.call(failing());
      attempts.add(result.attempts().size());
      if (result.retries() == 0) {
        assertThat(result.log()).containsExactly("refused: outer-retry");
      }
      series.pass(SOON);
    }

    assertThat(attempts).containsExactly(3, 1, 1, 1, 1, 1, 3, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  @Rule("7.4")
  void aLayerThatHonoursTheHintComesAfterIt(String driver) {
    Series series = new Series(driver, TWICE);
    series.call(gets(retryAfter(503, "10")));

    series.pass(Duration.ofSeconds(11));
    assertThat(series.call(gets(retryAfter(503, "0"))).log())
        .containsExactly("refused: outer-retry");
    series.pass(Duration.ofSeconds(3));
    assertThat(series.call(gets(retryAfter(503, "0"))).retries()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  @Rule("7.4")
  void aSuccessEndsWhatALayerAboveHasBegun(String driver) {
    Series series = new Series(driver, TWICE);
    series.call(failing());
    series.call(gets(status(200)));

    assertThat(series.call(failing()).retries()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  @Rule("7.4")
  void anotherRequestIsACallOfItsOwn(String driver) {
    Series series = new Series(driver, TWICE);
    series.call(failing().path("/items?id=1"));

    assertThat(series.call(failing().path("/items?id=2")).retries()).isEqualTo(2);
    assertThat(series.call(failing().path("/items?id=2").method("PUT")).retries()).isEqualTo(2);
    assertThat(series.call(gets(status(200)).path("/other")).retries()).isZero();
    assertThat(series.call(failing().path("/items?id=2").method("PUT")).retries()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  @Rule("7.4")
  void anotherThreadMakesACallOfItsOwn(String driver) throws InterruptedException {
    Series series = new Series(driver, TWICE);
    series.call(failing());
    List<Integer> retries = new ArrayList<>();
    Thread other = new Thread(() -> retries.add(series.call(failing()).retries()));

    other.start();
    other.join();

    assertThat(retries).containsExactly(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  @Rule("7.4")
  void laterThanTwoSecondsItIsACallOfItsOwn(String driver) {
    Series series = new Series(driver, TWICE);
    series.call(failing());
    series.pass(Duration.ofMillis(2_001));

    assertThat(series.call(failing()).retries()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  @Rule("7.4")
  void aCallThatWasNotRetriedMultipliesNothing(String driver) {
    Series series = new Series(driver, TWICE);
    assertThat(series.call(gets(retryAfter(503, "100"))).retries()).isZero();

    assertThat(series.call(failing()).retries()).isEqualTo(2);
  }

  // Callers with timeouts of their own.

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  @Rule("5.7")
  void threeWaitsThatAreCancelledInARowAreALesson(String driver) {
    Series series = new Series(driver, PLAIN);
    for (int i = 0; i < 3; i++) {
      assertThat(series.call(impatient()).outcome()).isEqualTo("cancelled");
    }

    Result late = series.call(impatient());
    assertThat(late.outcome()).isEqualTo("503 in attempt 1");
    assertThat(late.log()).containsExactly("refused: impatient");
    assertThat(series.call(gets(retryAfter(503, "1"), status(200))).retries()).isEqualTo(1);
    assertThat(series.call(impatient()).log()).containsExactly("refused: impatient");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  @Rule("5.7")
  void aRequestThatIsAbortedInItsWaitIsALessonToo(String driver) {
    Series series = new Series(driver, PLAIN);
    for (int i = 0; i < 3; i++) {
      series.call(gets(retryAfter(503, "5")).at(TIMEOUT, Act.ABORT));
    }

    assertThat(series.call(impatient()).log()).containsExactly("refused: impatient");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  @Rule("5.7")
  void onceAMinuteAWaitIsTriedAndForgetsTheLessonIfItEndsWell(String driver) {
    Series series = new Series(driver, PLAIN);
    for (int i = 0; i < 3; i++) {
      series.call(impatient());
    }
    series.pass(Duration.ofSeconds(60));
    assertThat(series.call(impatient()).outcome()).isEqualTo("cancelled");
    assertThat(series.call(impatient()).log()).containsExactly("refused: impatient");
    series.pass(Duration.ofSeconds(60));

    assertThat(series.call(gets(retryAfter(503, "5"), status(200))).retries()).isEqualTo(1);
    assertThat(series.call(impatient()).outcome()).isEqualTo("cancelled");
  }

  @ParameterizedTest
  @ValueSource(strings = {"STOP", "CLOSE", "SHUT_DOWN", "HURRY"})
  @Rule("5.7")
  void whatOperatorsAndClosingClientsEndTeachesNothing(String act) {
    for (String driver : List.of("sync", "async")) {
      Series series = new Series(driver, PLAIN);
      for (int i = 0; i < 3; i++) {
        series.call(gets(retryAfter(503, "5"), status(200)).at(TIMEOUT, Act.valueOf(act)));
      }

      assertThat(series.call(impatient()).outcome()).as(driver).isEqualTo("cancelled");
    }
  }

  // Calls that a retry saved.

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  @Rule("11.4")
  void savedCallsAndCallsThatFailForGoodAreCountedByRoute(String driver, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("orders.properties");
    Files.writeString(file, "route.stock.match = http://host/stock\n");
    Series series = new Series(driver, TWICE + ",config=" + file);

    series.call(gets(status(200)));
    assertThat(series.settled()).isEmpty();
    series.call(gets(retryAfter(503, "0"), status(200)));
    assertThat(series.settled()).isEqualTo("saved");
    series.call(gets(retryAfter(503, "0"), status(404)).path("/stock"));
    assertThat(series.settled()).isEqualTo("saved by route stock");
    series.call(failing().path("/stock"));
    assertThat(series.settled()).isEqualTo("failed by route stock");
    series.call(gets(status(503)).path("/never"));
    assertThat(series.settled()).isEqualTo("failed");
    series.call(impatient().path("/cancelled"));
    assertThat(series.settled()).isEqualTo("failed");
    series.call(gets(fails(Failure.OTHER)).path("/other"));
    assertThat(series.settled()).isEmpty();
  }

  // Dry runs.

  @Test
  @Rule({"11.1", "4.7"})
  void aDryRunSaysWhichWaitsWouldHaveBeenRefused() {
    String options = PLAIN + ",mode=observe,max-waiting=0";

    assertThat(new Series("sync", options).call(gets(retryAfter(503, "1"))).log())
        .containsExactly("refused: max-waiting");
    assertThat(new Series("async", options).call(gets(retryAfter(503, "1"))).log())
        .containsExactly("refused: observe");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  @Rule({"11.1", "5.5", "4.3"})
  void aDryRunTakesNothingFromCallsThatAreRetried(String driver, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("orders.properties");
    Files.writeString(
        file, "route.dry.match = http://host/dry\nroute.dry.mode = observe\nbudget = 0%:0.2\n");
    String options = "jitter=none,backoff=exponential:1s:60s,backoff-scope=host,config=" + file;
    Series series = new Series(driver, options);
    List<String> forecasts = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      forecasts.addAll(series.call(gets(retryAfter(503, "0")).path("/dry")).log());
    }

    assertThat(forecasts)
        .containsExactly(
            "refused: observe", "refused: observe", "refused: budget", "refused: budget");
    Result real = series.call(gets(retryAfter(503, "0"), status(200)).path("/real"));
    assertThat(real.retries()).isEqualTo(1);
    assertThat(real.waited()).containsExactly("1000 ms");
  }
}
