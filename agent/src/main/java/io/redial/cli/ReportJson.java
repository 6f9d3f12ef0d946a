package io.redial.cli;

import io.redial.cli.report.CallTrace;
import io.redial.cli.report.Counts;
import io.redial.cli.report.FlightEvent;
import io.redial.cli.report.RetryReport;
import io.redial.cli.report.TimeScale;
import io.redial.cli.report.Timeline;
import io.redial.cli.report.Totals;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code report --json}: what the page shows. Not thread-safe. */
final class ReportJson {
  private final RetryReport report;
  private final Json json = new Json();

  ReportJson(RetryReport report) {
    this.report = report;
  }

  @Override
  public String toString() {
    json.begin().put("recording", report.name());
    json.put("from", time(report.firstNanos())).put("to", time(report.lastNanos()));
    json.begin("all");
    totals(report.all());
    json.end().beginArray("hosts");
    for (Totals host : report.hosts()) {
      json.begin().put("host", host.name());
      totals(host);
      json.end();
    }
    json.endArray();
    timeline(report.timeline());
    json.beginArray("slowestCalls");
    report.slowestCalls().forEach(this::call);
    json.endArray().beginArray("longestWaits");
    report.longestWaits().forEach(this::waited);
    return json.endArray().end().toString();
  }

  private void totals(Totals totals) {
    json.put("calls", totals.calls()).put("recovered", totals.recovered());
    json.put("attempts", totals.attempts());
    json.put("retries", totals.retries().total());
    json.put("refusals", totals.refusals().total());
    json.put("waitedMillis", millis(totals.waitedNanos()));
    json.put("longestWaitMillis", millis(totals.longestWaitNanos()));
    counts("retriesByReason", totals.retries());
    counts("refusalsByReason", totals.refusals());
  }

  private void counts(String name, Counts counts) {
    json.begin(name);
    for (Map.Entry<String, Long> count : counts.entries()) {
      json.put(count.getKey(), count.getValue());
    }
    json.end();
  }

  private void timeline(Timeline timeline) {
    TimeScale scale = timeline.scale();
    json.begin("timeline").put("periodMillis", millis(scale.periodNanos())).beginArray("hosts");
    for (Timeline.Row row : timeline.rows()) {
      json.begin().put("host", row.totals().name()).beginArray("periods");
      for (int i = 0; i < scale.periods(); i++) {
        if (!row.isEmpty(i)) {
          json.begin().put("from", time(scale.start(i)));
          json.put("firstAttempts", row.firsts(i)).put("retries", row.retries(i));
          json.put("refusals", row.refusals(i)).end();
        }
      }
      json.endArray().end();
    }
    json.endArray().end();
  }

  private void call(CallTrace trace) {
    FlightEvent call = trace.call();
    json.begin();
    request(call);
    json.put("attempts", call.attempt()).put("outcome", call.outcome());
    json.put("notRetried", call.notRetried());
    json.put("elapsedMillis", millis(call.durationNanos())).beginArray("attemptList");
    for (FlightEvent attempt : trace.attempts()) {
      FlightEvent wait = trace.waitAfter(attempt);
      json.begin().put("attempt", attempt.attempt()).put("ended", time(attempt.endNanos()));
      json.put("outcome", attempt.outcome()).put("reason", attempt.reason());
      json.put("notRetried", attempt.notRetried());
      json.put("plannedWaitMillis", millis(attempt.plannedNanos()));
      if (wait != null) {
        json.put("waitedMillis", millis(wait.durationNanos()));
      }
      json.end();
    }
    json.endArray().end();
  }

  private void waited(FlightEvent wait) {
    json.begin();
    request(wait);
    json.put("attempt", wait.attempt()).put("reason", wait.reason());
    json.put("retried", wait.retried());
    json.put("plannedWaitMillis", millis(wait.plannedNanos()));
    json.put("waitedMillis", millis(wait.durationNanos())).end();
  }

  private void request(FlightEvent event) {
    json.put("call", event.call()).put("began", time(event.startNanos()));
    json.put("host", event.host()).put("route", event.route()).put("request", event.request());
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  private static String time(long nanos) {
    return Instant.ofEpochSecond(0, nanos).toString();
  }
}
