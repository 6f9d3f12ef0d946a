package io.redial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.control.remote.ControlResponse;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code status} and its JSON, of responses that a process might give. */
class StatusTest {
  private final ControlResponse response =
      new ControlResponse()
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

  private List<ControlResponse.Row> rows() {
    return ControlResponse.parse(response.toString());
  }

  private List<String> printed() {
    StringWriter out = new StringWriter();
    new Status().print(rows(), new PrintWriter(out, true));
    return out.toString().lines().toList();
  }

  private void host() {
    response.row("host").put("host", "http://a:80").put("calls", "").put("retries", "status 1");
    response.put("refusals", "").put("waiting", 0).put("budgetLeft", "");
  }

  @Test
  @Rule({"11.1", "11.6"})
  void saysHowFarItIsOnWhoSetWhatAndWhatIsLeftOut() {
    response.put("saved", 51).put("failed", 0).put("forecasts", 0);
    response.put("maxWaiting", 50).put("maxWaitingShare", true);
    response.row("set").put("key", "max-retries").put("value", 0).put("by", "anna as root");
    response.put("since", "2026-11-23T16:00:00Z").put("until", "2026-11-23T16:10:00Z");
    response.put("leftMillis", 599_000);
    response.row("set").put("key", "mode").put("value", "observe").put("by", "JMX");
    response.put("since", "2026-11-23T16:00:00Z").put("until", "").put("leftMillis", "");
    host();
    response.row("more").put("hosts", 12);

    assertThat(printed())
        .containsExactly(
            "Redial 1.2 on Java 17, service orders: observing (mode=observe)",
            "1 call, 52 retries, 0 not retried, 0 waiting",
            "51 saved by a retry, 0 failed for good",
            "threads that may wait at once: 50 (the share in max-waiting holds)",
            "set: max-retries=0 by anna as root at 2026-11-23T16:00:00Z, until 2026-11-23T16:10:00Z"
                + " (9m 59s left)",
            "set: mode=observe by JMX at 2026-11-23T16:00:00Z, until the process ends",
            "HOST         CALLS  RETRIES   NOT RETRIED  WAITING  BUDGET LEFT",
            "http://a:80  -      status 1  -            0        -",
            "and 12 more hosts");
  }

  @Test
  void jsonHasNumbersAsNumbers() {
    response.put("saved", 3).put("failed", 4).put("forecasts", 5).put("maxWaiting", 6);
    host();
    response.row("host").put("host", "http://b:80").put("calls", 3);
    response.put("retries", "connection-error 51, retry-after 1").put("refusals", "budget 7");
    response.put("waiting", 2).put("budgetLeft", 20);

    assertThat(RemoteCommand.json(rows(), "fault").toString().replaceAll("\\s+", ""))
        .contains("\"fault\":[]", "\"retries\":52,")
        .contains("\"saved\":3,\"failed\":4,\"forecasts\":5,\"maxWaiting\":6}")
        .contains(
            "{\"host\":\"http://a:80\",\"calls\":null,\"retries\":{\"status\":1},\"refusals\":{},"
                + "\"waiting\":0,\"budgetLeft\":null}")
        .contains(
            "\"retries\":{\"connection-error\":51,\"retry-after\":1},\"refusals\":{\"budget\":7},"
                + "\"waiting\":2,\"budgetLeft\":20}");
  }

  @Test
  void aListOfWaitsSaysWhatItLeavesOut() {
    ControlResponse waits =
        new ControlResponse().row("wait").put("call", 1).put("leftMillis", 1_000);
    waits.row("more").put("calls", 9_000);
    StringWriter out = new StringWriter();

    new Waiting().print(ControlResponse.parse(waits.toString()), new PrintWriter(out, true));

    assertThat(out.toString().lines())
        .hasSize(3)
        .last()
        .isEqualTo("and 9000 more calls, which are due later");
  }

  @Test
  void aReloadThatIsRefusedEndsWithOne() {
    ControlResponse refused = new ControlResponse().row("fault").put("message", "bad value");
    ReloadFiles reload = new ReloadFiles();
    StringWriter err = new StringWriter();
    new picocli.CommandLine(reload.spec()).setErr(new PrintWriter(err, true));

    assertThat(reload.status(ControlResponse.parse(refused.toString()))).isEqualTo(1);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines("redial: bad value (the options in effect do not change)");
    assertThat(reload.status(ControlResponse.parse("reloaded\tchange=nothing"))).isZero();
  }

  @Test
  @Rule("11.6")
  void saysThatThereAreNoRoutes() {
    Status status = new Status();
    new CommandLine(status.spec()).parseArgs("--routes", "1");
    StringWriter out = new StringWriter();
    status.print(List.of(), new PrintWriter(out, true));

    assertThat(out.toString().lines()).containsExactly("there are no routes");
  }
}
