package io.redial.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

class RetryReportTest {
  private static final String A = "http://a:80";
  private static final String B = "http://b:80";

  @Test
  void addsUpEachHost() throws RecordingException {
    RetryReport report =
        new SampleEvents()
            .retried(1_000, 1, A, 1, "status")
            .waited(1_000, 500, 1, A, 1, true)
            .retried(1_500, 1, A, 2, "connection-error")
            .waited(1_500, 700, 1, A, 2, true)
            .attempt(2_300, 1, A, 3, "", "")
            .ended(2_300, 1_310, 1, A, "")
            .refused(2_000, 2, B, 1, "method")
            .report();

    assertThat(report.hosts()).extracting(Totals::name).containsExactly(A, B);
    Totals first = report.hosts().get(0);
    assertThat(first.retries().entries())
        .containsExactly(entry("connection-error", 1L), entry("status", 1L));
    assertThat(first.refusals().total()).isZero();
    assertThat(first.calls()).isEqualTo(1);
    assertThat(first.recovered()).isEqualTo(1);
    assertThat(Units.span(first.waitedNanos())).isEqualTo("1.20 s");
    assertThat(Units.span(first.longestWaitNanos())).isEqualTo("700 ms");
    assertThat(report.hosts().get(1).refusals().entries()).containsExactly(entry("method", 1L));
    assertThat(report.all().attempts()).isEqualTo(4);
    assertThat(report.all().retries().total()).isEqualTo(2);
  }

  @Test
  void aWaitThatEndsWithoutARetryIsNoRetry() throws RecordingException {
    RetryReport report =
        new SampleEvents()
            .waited(1_000, 500, 1, A, 1, false)
            .retried(1_000, 1, A, 1, "status")
            .ended(1_500, 510, 1, A, "cancelled")
            .report();

    assertThat(report.all().retries().entries()).isEmpty();
    assertThat(report.all().retries().total()).isZero();
    assertThat(report.all().recovered()).isZero();
  }

  @Test
  void showsTheSlowestCallsAndTheLongestWaits() throws RecordingException {
    SampleEvents events = new SampleEvents();
    for (int call = 1; call <= 200; call++) {
      int millis = call * 7 % 200;
      events.ended(10_000 + call, millis, call, A, "").waited(call, millis, call, A, 1, true);
    }
    RetryReport report = events.report();

    assertThat(report.slowestCalls()).hasSize(50);
    assertThat(report.slowestCalls())
        .extracting(trace -> trace.call().durationNanos() / 1_000_000)
        .startsWith(199L, 198L, 197L)
        .endsWith(150L);
    assertThat(report.longestWaits())
        .extracting(wait -> wait.durationNanos() / 1_000_000)
        .hasSize(50)
        .startsWith(199L, 198L)
        .endsWith(150L);
  }

  @Test
  void aSlowCallHasItsFirstAndLastAttemptsWhateverTheirOrder() throws RecordingException {
    SampleEvents events = new SampleEvents().ended(90_000, 60_000, 5, A, "max-retries");
    for (int i = 0; i < 35; i++) {
      int attempt = i * 13 % 35 + 1;
      events.retried(30_000 + attempt, 5, A, attempt, "status");
      events.retried(30_000 + attempt, 6, A, attempt, "status");
    }
    CallTrace trace = events.report().slowestCalls().get(0);

    assertThat(trace.attempts())
        .extracting(FlightEvent::attempt)
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35);
    assertThat(trace.leftOutBefore(trace.attempts().get(10))).isEqualTo(15);
    assertThat(trace.attempts()).extracting(FlightEvent::call).containsOnly(5L);
  }

  @Test
  void callsOfAnotherProcessThatHaveTheSameNumberAreNotMixedUp() throws RecordingException {
    RetryReport report =
        new SampleEvents()
            .ended(3_000, 2_000, 5, A, "")
            .attempt(2_000, 5, A, 1, "status", "")
            .attemptOf("GET /elsewhere", 2_000, 5, A, 2, "", "")
            .report();

    assertThat(report.all().attempts()).isEqualTo(2);
    assertThat(report.slowestCalls().get(0).attempts()).hasSize(1);
  }

  @Test
  void hostsBeyondTheFirstAreSummedUp() throws RecordingException {
    SampleEvents events = new SampleEvents();
    for (int i = 0; i < 1_500; i++) {
      for (int n = 0; n < (i < 5 ? 3 : 1); n++) {
        events.refused(1_000 + i, i, "http://h" + i, 1, "budget");
      }
    }
    RetryReport report = events.report();

    assertThat(report.hosts()).hasSize(51);
    assertThat(report.hosts().get(0).name()).isEqualTo("http://h0");
    assertThat(report.hosts().get(50).name()).isEqualTo("all other hosts");
    assertThat(report.hosts()).extracting(host -> host.refusals().total()).contains(3L, 1_450L);
    assertThat(report.timeline().rows()).hasSize(13);
    assertThat(report.timeline().rows().get(12).totals().refusals().total())
        .isEqualTo(1_510 - 5 * 3 - 7);
  }

  @Test
  void theTimelineTellsFirstAttemptsFromRetriesAndRefusals() throws RecordingException {
    Timeline timeline =
        new SampleEvents()
            .retried(60_000, 1, A, 1, "status")
            .attempt(61_000, 1, A, 2, "", "")
            .refused(61_001, 2, A, 1, "budget")
            .refused(119_000, 3, B, 1, "method")
            .report()
            .timeline();

    assertThat(Units.roundSpan(timeline.scale().periodNanos())).isEqualTo("500 ms");
    Timeline.Row a = timeline.rows().get(0);
    assertThat(a.totals().name()).isEqualTo(A);
    assertThat(a.firsts(0)).isEqualTo(1);
    assertThat(a.retries(0)).isZero();
    assertThat(a.isEmpty(1)).isTrue();
    assertThat(a.firsts(2)).isEqualTo(1);
    assertThat(a.retries(2)).isEqualTo(1);
    assertThat(a.refusals(2)).isEqualTo(1);
    assertThat(timeline.rows().get(1).refusals(118)).isEqualTo(1);
    assertThat(timeline.mostAttempts()).isEqualTo(2);
    assertThat(timeline.mostRefusals()).isEqualTo(1);
  }

  @Test
  void reasonsAreLimitedInNumber() throws RecordingException {
    SampleEvents events = new SampleEvents();
    for (int i = 0; i < 1_000; i++) {
      events.refused(1_000, i, A, 1, "reason " + i);
    }
    Counts refusals = events.report().all().refusals();

    assertThat(refusals.entries()).hasSize(31).contains(entry("other", 970L));
    assertThat(refusals.total()).isEqualTo(1_000);
  }

  @Test
  void longTextsAreCut() throws RecordingException {
    String host = "h".repeat(100_000);

    assertThat(new SampleEvents().refused(1, 1, host, 1, "body").report().hosts().get(0).name())
        .isEqualTo("h".repeat(300) + "...");
  }

  @Test
  void aRecordingWithoutEventsHasNoReport() {
    assertThatThrownBy(() -> new SampleEvents().report())
        .isInstanceOf(RecordingException.class)
        .hasMessageStartingWith("has no events of Redial");
  }
}
