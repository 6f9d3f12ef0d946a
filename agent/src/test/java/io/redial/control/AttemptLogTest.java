package io.redial.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.call.ObservedCall;
import io.redial.call.SampleCall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule 11.3: the last attempts, and no more than that. */
class AttemptLogTest {
  private final AttemptLog log = new AttemptLog();

  private void call(long number, String host, int attempts) {
    for (int i = 1; i <= attempts; i++) {
      log.add(SampleCall.of(number, host, attempts), SampleCall.record(i, 503));
    }
  }

  private static List<Integer> numbers(List<AttemptInfo> attempts) {
    List<Integer> numbers = new ArrayList<>();
    attempts.forEach(attempt -> numbers.add(attempt.getAttempt()));
    return numbers;
  }

  @Test
  @Rule("11.3")
  void theLastFiveOfACallAreKept() {
    call(1, "http://stock:80", 8);

    assertThat(numbers(log.ofCall(1))).containsExactly(4, 5, 6, 7, 8);
    assertThat(numbers(log.ofHost("http://stock:80"))).containsExactly(4, 5, 6, 7, 8);
  }

  @Test
  void whatIsLearntOfAnAttemptLaterReplacesIt() {
    ObservedCall call = SampleCall.of(1, "http://stock:80", 1);
    log.add(call, SampleCall.record(1, 503));
    log.add(call, SampleCall.record(1, 200));

    assertThat(log.ofCall(1)).singleElement().extracting("outcome").isEqualTo("200");
  }

  @Test
  @Rule("11.3")
  void aMillionCallsToTenThousandHostsLeaveTwoHundredOfEach() {
    for (int i = 0; i < 1_000_000; i++) {
      log.add(SampleCall.of(i, "http://host" + i % 10_000 + ":80", 1), SampleCall.record(1, 503));
    }

    assertThat(log.all()).hasSize(AttemptLog.MAX);
    assertThat(log.ofCall(999_999)).hasSize(1);
    assertThat(log.ofHost("http://host9999:80")).hasSize(1);
    assertThat(log.ofHost("http://host1:80")).as("others came since").isEmpty();
  }

  @Test
  void whatAServerOrAProgramMakesLongIsShortened() {
    String path = "/" + "x".repeat(100_000) + "\u001b[2J";
    log.add(SampleCall.of(1, "http://stock:80", 1, path), SampleCall.record(1, 503));

    assertThat(log.ofCall(1).get(0).getRequest()).hasSizeLessThan(250).doesNotContain("\u001b");
  }
}
