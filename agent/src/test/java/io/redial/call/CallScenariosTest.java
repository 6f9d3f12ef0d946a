package io.redial.call;

import static io.redial.call.Answer.fails;
import static io.redial.call.Answer.retryAfter;
import static io.redial.call.Answer.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.call.Scenario.Act;
import io.redial.policy.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls from their beginning to their end, through both drivers, in a time of their own. */
class CallScenariosTest {
  private static final String PLAIN = "budget=off,jitter=none,backoff=none";
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static Scenario plain() {
    return Scenario.with(PLAIN);
  }

  private static Scenario waiting() {
    return plain().answers(retryAfter(503, "10"), status(200));
  }

  @Test
  @DisplayName("rules 3.1 and 3.4: the next attempt comes when the server asks for it")
  void retriesWhenTheServerAsks() {
    waiting()
        .both()
        .forEach(
            (driver, result) -> {
              assertThat(result.outcome()).as(driver).isEqualTo("200 in attempt 2");
              assertThat(result.attempts())
                  .as(driver)
                  .containsExactly(0L, TimeUnit.SECONDS.toNanos(10));
              assertThat(result.log()).containsExactly("waits after 503", "retries", "ended");
              assertAllReturned(driver, result);
            });
  }

  @Test
  @DisplayName("rules 1.2 and 5.1: the last response is returned when retries are used up")
  void returnsTheLastResponseWhenRetriesAreUsedUp() {
    plain()
        .answers(retryAfter(503, "1"))
        .both()
        .forEach(
            (driver, result) -> {
              assertThat(result.outcome()).as(driver).isEqualTo("503 in attempt 11");
              assertThat(result.log()).as(driver).contains("refused: max-retries");
              assertAllReturned(driver, result);
            });
  }

  @Test
  @DisplayName("rules 1.2 and 5.1: the last failure is thrown when retries are used up")
  void throwsTheLastFailureWhenRetriesAreUsedUp() {
    plain()
        .answers(fails(Failure.CONNECTION_ERROR))
        .both()
        .forEach(
            (driver, result) -> {
              assertThat(result.outcome())
                  .as(driver)
                  .isEqualTo("CONNECTION_ERROR in attempt " + result.attempts().size());
              assertThat(result.retries()).as(driver).isPositive();
              assertAllReturned(driver, result);
            });
  }

  @Test
  @DisplayName("rule 5.2: a wait beyond the deadline is not begun")
  void aWaitBeyondTheDeadlineIsNotBegun() {
    Scenario.with(PLAIN + ",deadline=15s")
        .answers(retryAfter(503, "10").after(SECOND))
        .both()
        .forEach(
            (driver, result) -> {
              assertThat(result.outcome()).as(driver).isEqualTo("503 in attempt 2");
              assertThat(result.log()).as(driver).contains("refused: deadline");
              assertThat(result.endedNanos()).as(driver).isEqualTo(TimeUnit.SECONDS.toNanos(12));
              assertAllReturned(driver, result);
            });
  }

  @Test
  @DisplayName("rule 11.2: an operator who hurries makes the next attempt come at once")
  void hurryingMakesTheNextAttemptComeAtOnce() {
    waiting()
        .at(SECOND, Act.HURRY)
        .both()
        .forEach(
            (driver, result) -> {
              assertThat(result.outcome()).as(driver).isEqualTo("200 in attempt 2");
              assertThat(result.endedNanos()).as(driver).isEqualTo(SECOND.toNanos());
              assertAllReturned(driver, result);
            });
  }

  @ParameterizedTest
  @EnumSource(names = {"STOP", "SWITCH_OFF", "SHUT_DOWN"})
  @DisplayName("rules 5.4, 11.1 and 11.2: what ends a wait leaves the response that there is")
  void whatEndsAWaitLeavesTheResponseThatThereIs(Act act) {
    waiting()
        .at(SECOND, act)
        .both()
        .forEach(
            (driver, result) -> {
              assertThat(result.outcome()).as(driver).isEqualTo("503 in attempt 1");
              assertThat(result.endedNanos()).as(driver).isEqualTo(SECOND.toNanos());
              assertThat(result.attempts()).as(driver).hasSize(1);
              assertAllReturned(driver, result);
            });
  }

  @Test
  @DisplayName("rule 8.2: a response that was not kept is fetched once more when the wait is ended")
  void aResponseThatWasNotKeptIsFetchedOnceMore() {
    plain()
        .answers(retryAfter(503, "10"))
        .keepsNothing()
        .at(SECOND, Act.STOP)
        .both()
        .forEach(
            (driver, result) -> {
              assertThat(result.outcome()).as(driver).isEqualTo("503 in attempt 2");
              assertThat(result.endedNanos()).as(driver).isEqualTo(SECOND.toNanos());
              assertAllReturned(driver, result);
            });
  }

  @Test
  @DisplayName("rule 5.4: a closed client says so itself when it is asked again")
  void aClosedClientSaysSoItself() {
    waiting()
        .at(SECOND, Act.CLOSE)
        .both()
        .forEach(
            (driver, result) -> {
              assertThat(result.outcome()).as(driver).isEqualTo("client closed");
              assertThat(result.endedNanos()).as(driver).isEqualTo(SECOND.toNanos());
              assertAllReturned(driver, result);
            });
  }

  @Test
  @DisplayName("rule 5.4: an interrupt or a cancellation ends a wait at once, and nothing is sent")
  void givingUpEndsAWaitAtOnce() {
    waiting()
        .at(SECOND, Act.CANCEL)
        .both()
        .forEach(
            (driver, result) -> {
              assertThat(result.outcome()).as(driver).isEqualTo("cancelled");
              assertThat(result.endedNanos()).as(driver).isEqualTo(SECOND.toNanos());
              assertThat(result.attempts()).as(driver).hasSize(1);
              assertAllReturned(driver, result);
            });
  }

  @Test
  @DisplayName("rule 4.7: a process that can have no thread surrenders")
  void aProcessWithoutThreadsSurrenders() {
    waiting()
        .withoutThreads()
        .both()
        .forEach(
            (driver, result) -> {
              assertThat(result.outcome()).as(driver).isEqualTo("503 in attempt 1");
              assertThat(result.log()).as(driver).containsExactly("refused: max-waiting");
              assertAllReturned(driver, result);
            });
  }

  @Test
  @DisplayName("rule 6.1: a body that cannot be sent again is sent once")
  void aBodyThatCannotBeSentAgainIsSentOnce() {
    waiting()
        .unrepeatable()
        .both()
        .forEach(
            (driver, result) -> {
              assertThat(result.outcome()).as(driver).isEqualTo("503 in attempt 1");
              assertThat(result.log()).as(driver).containsExactly("refused: body");
            });
  }

  @ParameterizedTest
  @CsvSource({"mode=observe, observe", "rollout=0%, rollout"})
  @DisplayName("rule 11.1: passive modes say what they would have done")
  void passiveModesSayWhatTheyWouldHaveDone(String option, String reason) {
    Scenario.with(PLAIN + "," + option)
        .answers(retryAfter(503, "10"))
        .both()
        .forEach(
            (driver, result) -> {
              assertThat(result.outcome()).as(driver).isEqualTo("503 in attempt 1");
              assertThat(result.log()).as(driver).containsExactly("refused: " + reason);
            });
  }

  @Test
  @DisplayName("rule 5.5: what the budget does not grant is not sent")
  void whatTheBudgetDoesNotGrantIsNotSent() {
    Scenario.with("budget=0%:0.1,jitter=none,backoff=none")
        .answers(retryAfter(503, "0"))
        .both()
        .forEach(
            (driver, result) -> {
              assertThat(result.outcome()).as(driver).isEqualTo("503 in attempt 2");
              assertThat(result.log()).as(driver).contains("refused: budget");
              assertAllReturned(driver, result);
            });
  }

  @Test
  @DisplayName("rule 4.5: a first attempt that comes too early is held back")
  void aFirstAttemptThatComesTooEarlyIsHeldBack() {
    Map<String, Result> results =
        Scenario.with(PLAIN + ",rate-limit=bucket:1:1")
            .answers(retryAfter(503, "0"), status(200))
            .both();

    results.forEach(
        (driver, result) -> {
          assertThat(result.outcome()).as(driver).isEqualTo("200 in attempt 2");
          assertThat(result.attempts()).as(driver).containsExactly(0L, SECOND.toNanos());
        });
  }

  /** So many entries into the adapter has the longest of the scenarios below. */
  private static final int MAX_ENTRIES = 40;

  @Test
  @DisplayName("rule 1.4: wherever the adapter breaks, the application gets one real outcome")
  void whereverTheAdapterBreaksTheApplicationGetsOneRealOutcome() {
    List<Scenario> scenarios = new ArrayList<>();
    for (int entry = 1; entry <= MAX_ENTRIES; entry++) {
      scenarios.add(waiting().faultAt(entry));
      scenarios.add(waiting().keepsNothing().at(SECOND, Act.STOP).faultAt(entry));
      scenarios.add(waiting().at(SECOND, Act.CLOSE).faultAt(entry));
      scenarios.add(plain().answers(fails(Failure.CONNECTION_ERROR)).faultAt(entry));
      scenarios.add(plain().answers(retryAfter(503, "1")).faultAt(entry));
    }
    for (Scenario scenario : scenarios) {
      scenario
          .both()
          .forEach(
              (driver, result) -> {
                assertThat(result.outcomes()).as("%s: %s", driver, scenario).hasSize(1);
                assertThat(result.outcome())
                    .as("%s: %s", driver, scenario)
                    .matches(".* in attempt \\d+|client closed|left to the client");
                assertAllReturned(driver + ": " + scenario, result);
              });
    }
  }

  private static void assertAllReturned(String driver, Result result) {
    assertThat(result.waits()).as(driver).isZero();
    assertThat(result.threads()).as(driver).isZero();
    assertThat(result.released()).as(driver).isPositive();
  }
}
