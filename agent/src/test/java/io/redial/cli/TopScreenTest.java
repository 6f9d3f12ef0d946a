package io.redial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.control.remote.ControlResponse;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TopScreenTest {
  private final TopScreen screen = new TopScreen();
  private final ControlResponse response = new ControlResponse();

  private static ControlResponse host(
      ControlResponse response, String name, String retries, int waiting) {
    return response
        .row("host")
        .put("host", name)
        .put("calls", 100)
        .put("retries", retries)
        .put("refusals", "budget 7")
        .put("waiting", waiting)
        .put("budgetLeft", "");
  }

  private static ControlResponse status(ControlResponse response, long calls) {
    return status(response, calls, "on");
  }

  private static ControlResponse status(ControlResponse response, long calls, String state) {
    return response
        .row("status")
        .put("version", "1.2")
        .put("service", "orders")
        .put("state", state)
        .put("calls", calls)
        .put("retries", 3)
        .put("refusals", 7)
        .put("waiting", 2);
  }

  private List<String> lines(ControlResponse shown, long seconds, int most) {
    List<ControlResponse.Row> rows = ControlResponse.parse(shown.toString());
    return screen.lines("17", rows, TimeUnit.SECONDS.toNanos(seconds), most);
  }

  @Test
  void showsTheHostWithMostRetriesPerSecondFirst() {
    status(response, 100);
    host(response, "http://a:80", "status 50, retry-after 1", 0);
    host(response, "http://b:80", "", 2);
    lines(response, 10, 24);
    ControlResponse later = status(new ControlResponse(), 110);
    host(later, "http://a:80", "status 50, retry-after 1", 0);
    host(later, "http://b:80", "retry-after 3", 2);

    assertThat(lines(later, 12, 24))
        .containsExactly(
            "Redial 1.2 in process 17 (orders): on",
            "110 calls (5.0/s), 3 retries (0/s), 7 not retried (0/s), 2 waiting",
            "",
            "HOST         CALLS  RETRIES  /S   WAITING  BUDGET LEFT  NOT RETRIED",
            "http://b:80  100    3        1.5  2        -            budget 7",
            "http://a:80  100    51       0    0        -            budget 7");
  }

  @Test
  void hasNoRatesAtFirst() {
    host(status(response, 100), "http://a:80", "status 1", 0);

    assertThat(lines(response, 1, 24))
        .contains(
            "100 calls, 3 retries, 7 not retried, 2 waiting",
            "http://a:80  100    1        -   0        -            budget 7");
  }

  @Test
  void countsTheHostsThatDoNotFit() {
    status(response, 100);
    for (int i = 0; i < 30; i++) {
      host(response, "http://h" + i + ":80", "status " + i, 0);
    }

    assertThat(lines(response, 1, 10)).hasSize(10).last().isEqualTo("and 25 more");
  }

  @Test
  void countsTheHostsThatTheProcessLeavesOut() {
    host(status(response, 100), "http://a:80", "status 1", 0);
    response.row("more").put("hosts", 12);

    assertThat(lines(response, 1, 24)).last().isEqualTo("and 12 more");
    assertThat(lines(response, 1, 6)).hasSize(6).last().isEqualTo("and 12 more");
  }

  @Test
  @Rule("11.1")
  void saysHowFarRedialIsOnAndWhoHasSetWhat() {
    status(response, 100, "on for 10% of calls (rollout=10%)");
    response.row("set").put("key", "rollout").put("value", "10%").put("by", "anna");
    response.put("since", "2026-11-23T16:00:00Z").put("until", "").put("leftMillis", "");

    assertThat(lines(response, 1, 24))
        .startsWith(
            "Redial 1.2 in process 17 (orders): on for 10% of calls (rollout=10%)",
            "100 calls, 3 retries, 7 not retried, 2 waiting",
            "set: rollout=10% by anna at 2026-11-23T16:00:00Z, until the process ends");
  }

  @Test
  void saysWhenThereIsNothing() {
    ControlResponse off =
        new ControlResponse().row("status").put("version", "1").put("service", "");
    off.put("state", "OFF").put("calls", 0).put("waiting", 0).row("fault").put("message", "bad");

    assertThat(lines(off, 1, 24))
        .containsExactly(
            "Redial 1 in process 17: OFF",
            "0 calls, 0 retries, 0 not retried, 0 waiting",
            "fault: bad",
            "",
            "no call has failed yet");
  }
}
