package io.redial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.control.remote.Answer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code status} and its JSON, of answers that a process might give. */
class StatusTest {
  private final Answer answer =
      new Answer()
          .row("status")
          .put("version", "1.2")
          .put("java", "17")
          .put("service", "orders")
          .put("enabled", true)
          .put("state", "observing (mode=observe)")
          .put("calls", 1)
          .put("retries", 52)
          .put("refusals", 0)
          .put("waiting", 0);

  private List<Answer.Row> rows() {
    return Answer.parse(answer.toString());
  }

  private List<String> printed() {
    StringWriter out = new StringWriter();
    new Status().print(rows(), new PrintWriter(out, true));
    return out.toString().lines().toList();
  }

  private void host() {
    answer.row("host").put("host", "http://a:80").put("calls", "").put("retries", "status 1");
    answer.put("refusals", "").put("waiting", 0).put("budgetLeft", "");
  }

  @Test
  @Rule({"11.1", "11.6"})
  void saysHowFarItIsOnWhoSetWhatAndWhatIsLeftOut() {
    answer.row("set").put("key", "max-retries").put("value", 0).put("by", "anna as root");
    answer.put("since", "2026-11-23T16:00:00Z").put("until", "2026-11-23T16:10:00Z");
    answer.put("leftMillis", 599_000);
    answer.row("set").put("key", "mode").put("value", "observe").put("by", "JMX");
    answer.put("since", "2026-11-23T16:00:00Z").put("until", "").put("leftMillis", "");
    host();
    answer.row("more").put("hosts", 12);

    assertThat(printed())
        .containsExactly(
            "Redial 1.2 on Java 17, service orders: observing (mode=observe)",
            "1 call, 52 retries, 0 not retried, 0 waiting",
            "set: max-retries=0 by anna as root at 2026-11-23T16:00:00Z, until 2026-11-23T16:10:00Z"
                + " (9m 59s left)",
            "set: mode=observe by JMX at 2026-11-23T16:00:00Z, until the process ends",
            "HOST         CALLS  RETRIES   NOT RETRIED  WAITING  BUDGET LEFT",
            "http://a:80  -      status 1  -            0        -",
            "and 12 more hosts");
  }

  @Test
  void jsonHasNumbersAsNumbers() {
    host();
    answer.row("host").put("host", "http://b:80").put("calls", 3);
    answer.put("retries", "connection-error 51, retry-after 1").put("refusals", "budget 7");
    answer.put("waiting", 2).put("budgetLeft", 20);

    assertThat(RemoteCommand.json(rows(), "fault").toString().replaceAll("\\s+", ""))
        .contains("\"fault\":[]", "\"retries\":52,")
        .contains(
            "{\"host\":\"http://a:80\",\"calls\":null,\"retries\":{\"status\":1},\"refusals\":{},"
                + "\"waiting\":0,\"budgetLeft\":null}")
        .contains(
            "\"retries\":{\"connection-error\":51,\"retry-after\":1},\"refusals\":{\"budget\":7},"
                + "\"waiting\":2,\"budgetLeft\":20}");
  }

  @Test
  void aListOfWaitsSaysWhatItLeavesOut() {
    Answer waits = new Answer().row("wait").put("call", 1).put("leftMillis", 1_000);
    waits.row("more").put("calls", 9_000);
    StringWriter out = new StringWriter();

    new Waiting().print(Answer.parse(waits.toString()), new PrintWriter(out, true));

    assertThat(out.toString().lines())
        .hasSize(3)
        .last()
        .isEqualTo("and 9000 more calls, which are due later");
  }

  @Test
  void aReloadThatIsRefusedEndsWithOne() {
    Answer refused = new Answer().row("fault").put("message", "bad value");
    ReloadFiles reload = new ReloadFiles();
    StringWriter err = new StringWriter();
    new picocli.CommandLine(reload.spec()).setErr(new PrintWriter(err, true));

    assertThat(reload.status(Answer.parse(refused.toString()))).isEqualTo(1);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines("redial: bad value (the options in effect do not change)");
    assertThat(reload.status(Answer.parse("reloaded\tchange=nothing"))).isZero();
  }
}
