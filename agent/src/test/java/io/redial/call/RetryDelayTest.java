package io.redial.call;

import static io.redial.call.Answer.fails;
import static io.redial.call.Answer.retryAfter;
import static io.redial.call.Answer.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.call.Scenario.Act;
import io.redial.policy.Failure;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rule 11.4: the listener learns how long each wait took, through both drivers. */
class RetryDelayTest {
  private static Scenario plain() {
    return Scenario.with("budget=off,jitter=none,backoff=none");
  }

  @Test
  @Rule("11.4")
  void eachWaitIsReported() {
    Scenario.with("budget=off,jitter=none,backoff=none,deadline=60s")
        .answers(retryAfter(503, "10").after(Duration.ofSeconds(3)), retryAfter(503, "2"))
        .answers(status(200).after(Duration.ofSeconds(5)))
        .both()
        .forEach(
            (driver, result) ->
                assertThat(result.waited()).as(driver).containsExactly("10000 ms", "2000 ms"));
  }

  @ParameterizedTest
  @EnumSource
  @Rule("11.4")
  void aWaitThatEndsEarlyCountsForAsLongAsItLasted(Act act) {
    plain()
        .answers(retryAfter(503, "10"), status(200))
        .at(Duration.ofSeconds(4), act)
        .both()
        .forEach(
            (driver, result) -> assertThat(result.waited()).as(driver).containsExactly("4000 ms"));
  }

  @Test
  @Rule("11.4")
  void aRetryWithoutAWaitTakesNoTime() {
    plain()
        .answers(fails(Failure.CONNECTION_ERROR), status(200))
        .both()
        .forEach(
            (driver, result) -> assertThat(result.waited()).as(driver).containsExactly("0 ms"));
  }

  @Test
  @Rule("11.4")
  void aCallThatIsNotRetriedDoesNotWait() {
    plain()
        .answers(status(503))
        .both()
        .forEach((driver, result) -> assertThat(result.waited()).as(driver).isEmpty());
  }
}
