package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.sampling.Sampling;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a flight recording shows of calls that do not succeed on the first attempt. */
@Tag("programs")
@Tag(Sampling.HEAVY)
final class FlightRecorderTest {
  private static final String GET = "io.redial.subjects.programs.Get";

  @TempDir private Path folder;

  static List<Jdk> jdks() {
    return Jdks.found().stream().filter(jdk -> jdk.feature() >= 11).toList();
  }

  private List<RecordedEvent> events(Jdk jdk, String settings, FaultServer server)
      throws IOException {
    return events(jdk, settings, "", server);
  }

  private List<RecordedEvent> events(Jdk jdk, String settings, String options, FaultServer server)
      throws IOException {
    Path file = folder.resolve("calls.jfr");
    Jvm jvm =
        Jvm.of(jdk)
            .arg("-XX:StartFlightRecording=filename=" + file + ",dumponexit=true" + settings)
            .agent("jitter=none,backoff=none,max-retries=1" + options);
    Program with = Program.run(jvm.command(GET, List.of(server.url("/a?b=c"))), Map.of());
    assertThat(with.err()).as("%s", with).doesNotContain("redial: error", "redial: warn");
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().startsWith("io.redial."))
        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
        .toList();
  }

  private static RecordedEvent only(List<RecordedEvent> events, String type) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals("io.redial." + type))
        .reduce((one, another) -> null)
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  @Rule({"11.3", "11.4"})
  void aRecordingHasTheCallItsAttemptsItsWaitAndTheRefusal(Jdk jdk) throws IOException {
    try (FaultServer server = new FaultServer()) {
      server.plays(Answer.unavailable("1"), Answer.unavailable("1"));
      List<RecordedEvent> events = events(jdk, "", server);

      assertThat(events)
          .filteredOn(event -> event.getEventType().getName().equals("io.redial.Attempt"))
          .extracting(
              event -> event.getInt("attempt"),
              event -> event.getString("outcome"),
              event -> event.getString("reason"),
              event -> event.getString("notRetried"),
              event -> event.getDuration("wait").toMillis())
          .containsExactly(
              tuple(1, "503", "retry-after", "", 1_000L),
              tuple(2, "503", "retry-after", "max-retries", 0L));
      RecordedEvent wait = only(events, "Wait");
      assertThat(wait.getDuration("planned").toMillis()).isEqualTo(1_000);
      // The first event of a program comes late: its class has to be loaded.
      assertThat(wait.getDuration().toMillis()).isPositive();
      assertThat(wait.getBoolean("retried")).isTrue();
      assertThat(only(events, "Refusal").getString("reason")).isEqualTo("max-retries");
      RecordedEvent call = only(events, "RetriedCall");
      assertThat(call.getInt("attempts")).isEqualTo(2);
      assertThat(call.getString("host")).isEqualTo(server.url(""));
      assertThat(call.getString("request")).isEqualTo("GET " + server.url("/a"));
      assertThat(call.getDuration("elapsed").toMillis()).isGreaterThanOrEqualTo(1_000);
    }
  }

  /** Whatever part of a recording is kept, it has this event, too. */
  @ParameterizedTest
  @MethodSource("jdks")
  @Rule("11.6")
  void aRecordingHasTheServiceAndTheOptions(Jdk jdk) throws IOException {
    try (FaultServer server = new FaultServer().plays(Answer.unavailable("1"))) {
      RecordedEvent agent = only(events(jdk, "", ",service=orders,mode=observe", server), "Agent");

      assertThat(agent.getString("service")).isEqualTo("orders");
      assertThat(agent.getString("version")).isNotBlank();
      assertThat(agent.getString("options"))
          .contains("jitter=none", "max-retries=1", "mode=observe")
          .doesNotContain("service=", "deadline=");
    }
  }

  @Test
  @Rule({"11.1", "11.3"})
  void aDryRunRecordsTheReasonAndTheWait() throws IOException {
    try (FaultServer server = new FaultServer().plays(Answer.unavailable("2"))) {
      List<RecordedEvent> events = events(Jdks.running(), "", ",mode=observe", server);

      RecordedEvent attempt = only(events, "Attempt");
      assertThat(attempt.getString("reason")).isEqualTo("retry-after");
      assertThat(attempt.getString("notRetried")).isEqualTo("observe");
      assertThat(attempt.getDuration("wait").toMillis()).isEqualTo(2_000);
      assertThat(only(events, "Refusal").getString("reason")).isEqualTo("observe");
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aCallThatSucceedsRecordsNothing(Jdk jdk) throws IOException {
    try (FaultServer server = new FaultServer().plays(Answer.ok("up"))) {
      assertThat(events(jdk, "", server)).isEmpty();
    }
  }

  @Test
  void theSettingsOfTheSampleRecordThem() throws IOException {
    Path settings = Path.of("../../samples/observe/redial.jfc").toAbsolutePath().normalize();
    try (FaultServer server = new FaultServer()) {
      // Loading the first event's class takes its time, and waits of less than 100 ms are left out.
      server.plays(Answer.unavailable("3"), Answer.ok("up"));
      List<RecordedEvent> events = events(Jdks.running(), ",settings=" + settings, server);

      assertThat(only(events, "RetriedCall").getInt("attempts")).isEqualTo(2);
      assertThat(only(events, "Wait").getString("reason")).isEqualTo("retry-after");
    }
  }
}
