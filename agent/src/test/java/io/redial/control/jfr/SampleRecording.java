package io.redial.control.jfr;

import io.redial.control.jfr.RetryEvents.AttemptEvent;
import io.redial.control.jfr.RetryEvents.CallEvent;
import io.redial.control.jfr.RetryEvents.RefusalEvent;
import io.redial.control.jfr.RetryEvents.RetryEvent;
import io.redial.control.jfr.RetryEvents.WaitEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;

/** A recording with events as the agent records them, for what reads recordings. */
public final class SampleRecording implements AutoCloseable {
  private static final List<Class<? extends RetryEvent>> EVENTS =
      List.of(CallEvent.class, AttemptEvent.class, WaitEvent.class, RefusalEvent.class);

  private final Recording recording = new Recording();

  /** Begins it, with Redial's events alone. */
  public SampleRecording() {
    EVENTS.forEach(event -> recording.enable(event).withoutThreshold());
    recording.start();
  }

  /** Ends it. */
  public Path write(Path file) throws IOException {
    recording.stop();
    recording.dump(file);
    return file;
  }

  @Override
  public void close() {
    recording.close();
  }

  /** What a call's events say of it. */
  public record Request(long call, String host, String route, String request) {
    /** A GET of a path. */
    public static Request get(long call, String host, String path) {
      return new Request(call, host, "", "GET " + host + path);
    }

    private <T extends RetryEvent> T of(T event) {
      event.call = call;
      event.host = host;
      event.route = route;
      event.request = request;
      return event;
    }
  }

  /** A retried attempt and its wait, which ends at once. */
  public void retried(Request request, int attempt, String outcome, String reason) {
    WaitEvent wait = request.of(new WaitEvent());
    wait.begin();
    attempt(request, attempt, outcome, reason, "");
    wait.attempt = attempt;
    wait.reason = reason;
    wait.planned = TimeUnit.SECONDS.toNanos(1);
    wait.retried = true;
    wait.commit();
  }

  /** An attempt that is not retried, for a reason. */
  public void refused(Request request, int attempt, String outcome, String refusal) {
    attempt(request, attempt, outcome, "retry-after", refusal);
    RefusalEvent event = request.of(new RefusalEvent());
    event.reason = refusal;
    event.outcome = outcome;
    event.commit();
  }

  /** An attempt that needs no retry. */
  public void succeeded(Request request, int attempt) {
    attempt(request, attempt, "200", "", "");
  }

  private static void attempt(
      Request request, int attempt, String outcome, String reason, String notRetried) {
    AttemptEvent event = request.of(new AttemptEvent());
    event.attempt = attempt;
    event.outcome = outcome;
    event.reason = reason;
    event.notRetried = notRetried;
    event.wait = reason.isEmpty() || !notRetried.isEmpty() ? 0 : 1_000;
    event.commit();
  }

  /** The end of a call. */
  public void ended(Request request, int attempts, String outcome, long elapsedMillis) {
    CallEvent event = request.of(new CallEvent());
    event.attempts = attempts;
    event.outcome = outcome;
    event.notRetried = "";
    event.elapsed = TimeUnit.MILLISECONDS.toNanos(elapsedMillis);
    event.commit();
  }
}
