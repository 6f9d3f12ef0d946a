package io.redial.contract.nets.readers;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ModuleProgram;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.nets.NetForm;
import io.redial.contract.nets.readers.ConfigMaps.End;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.sampling.Sampling;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Watches by fabric8's Kubernetes client with its JDK transport, whose own reconnecting is off, so
 * that Redial alone carries them on, or on.
 */
@Tag("nets")
@Tag(Sampling.HEAVY)
final class KubernetesReaderTest {
  private static final String OPTIONS =
      "resume=watch,backoff=none,budget=off,max-retries=2,attempt-header=X-Attempt";

  /** Each takes a second at least. */
  private static final int RECONNECTS = NetForm.LONG ? 20 : 3;

  private static final int EACH = 3;
  private static final ConfigMaps MAPS = new ConfigMaps((RECONNECTS + 1) * EACH, EACH);
  private static final String FROM = Integer.toString(ConfigMaps.LISTED);
  private static final String NEVER = "0";
  private static final String FOR_EVER = "-1";

  static Stream<End> ends() {
    return NetForm.LONG ? Stream.of(End.values()) : Stream.of(End.RST);
  }

  static Stream<End> cuts() {
    return NetForm.LONG ? Stream.of(End.FIN, End.RST) : Stream.of(End.FIN);
  }

  @ParameterizedTest
  @MethodSource("ends")
  @Rule({"10.4", "10.5"})
  void redialAloneCarriesAWatchOn(End end) {
    try (FaultServer server = playing(end)) {
      Program program = watch(OPTIONS, server, NEVER);

      assertThat(lines(program)).as("%s", program).isEqualTo(MAPS.seen());
      assertThat(server.attempts()).hasSizeGreaterThan(RECONNECTS).allMatch(ConfigMaps::isWatch);
      assertSpread(server);
    }
  }

  @ParameterizedTest
  @MethodSource("ends")
  @Rule({"10.4", "10.5"})
  void noEventComesTwiceIfTheClientReconnectsItself(End end) {
    try (FaultServer server = playing(end)) {
      Program program = watch(OPTIONS, server, FOR_EVER);

      assertThat(lines(program)).as("%s", program).isEqualTo(MAPS.seen());
      assertThat(server.attempts()).filteredOn(KubernetesReaderTest::isFirstOfItsCall).hasSize(1);
    }
  }

  /** Redial gives a watch up once its retries are used up, and then the client has it again. */
  @Test
  @Rule({"10.4", "10.5", "5.1"})
  void noEventComesTwiceIfBothHaveToReconnect() {
    Step cut = MAPS.ending(End.FIN);
    Step lost = Steps.reset();
    Step[] script = {cut, lost, lost, lost, cut, cut, lost, lost, lost, cut, cut};
    try (FaultServer server = new FaultServer().plays(script)) {
      server.plays(steps(End.FIN));
      Program program = watch(OPTIONS, server, FOR_EVER);

      assertThat(lines(program)).as("%s", program).isEqualTo(MAPS.seen());
      assertThat(server.attempts())
          .filteredOn(KubernetesReaderTest::isFirstOfItsCall)
          .hasSizeGreaterThan(1);
      assertThat(server.attempts()).anyMatch(attempt -> "3".equals(attempt.header("X-Attempt")));
    }
  }

  @ParameterizedTest
  @MethodSource("cuts")
  @Rule({"10.4", "10.5"})
  void anInformerListsOnce(End end) {
    try (FaultServer server = playing(end)) {
      Program program =
          ModuleProgram.of("readers", "WatchMain")
              .agent(OPTIONS)
              .run("informer", server.url(""), NEVER, FROM, ConfigMaps.last());

      List<String> seen =
          lines(program).stream().map(KubernetesReaderTest::withoutVersion).toList();
      List<String> changes =
          MAPS.seen().stream().map(KubernetesReaderTest::withoutVersion).toList();
      assertThat(seen.subList(0, 3)).allMatch(line -> line.startsWith("ADDED listed-"));
      assertThat(seen.subList(3, seen.size())).as("%s", program).isEqualTo(changes);
      assertThat(server.attempts()).filteredOn(attempt -> !ConfigMaps.isWatch(attempt)).hasSize(1);
      assertThat(server.attempts()).filteredOn(KubernetesReaderTest::isFirstOfItsCall).hasSize(2);
    }
  }

  /** Informers ask for one with a time limit, so that its end is nothing to go on after. */
  @Test
  @Rule("10.4")
  void anOrderlyEndOfAnInformersWatchIsItsOwn() {
    try (FaultServer server = playing(End.ORDERLY)) {
      Program program =
          ModuleProgram.of("readers", "WatchMain")
              .agent(OPTIONS)
              .run("informer", server.url(""), NEVER, FROM, ConfigMaps.last());

      assertThat(program.out()).contains(" " + ConfigMaps.last() + " ");
      assertThat(server.attempts()).allMatch(KubernetesReaderTest::isFirstOfItsCall);
    }
  }

  /** A client that sees the end of the response before it looks at its last event asks again. */
  @Test
  @Rule("10.4")
  void thatAVersionIsTooOldReachesTheClient() {
    try (FaultServer server = new FaultServer().plays(MAPS.ending(End.FIN))) {
      server.plays(Collections.nCopies(200, ConfigMaps.gone()).toArray(new Step[0]));
      Program program = watch(OPTIONS, server, FOR_EVER);

      assertThat(lines(program))
          .as("%s", program)
          .startsWith(MAPS.seen().subList(0, EACH).toArray(new String[0]))
          .hasSize(EACH + 1);
      assertThat(program.out()).contains("closed: ").contains("gone: true");
      assertThat(server.attempts()).filteredOn(a -> !isFirstOfItsCall(a)).hasSize(1);
    }
  }

  /** So that the others prove something. */
  @Test
  @Rule("10.4")
  void withoutRedialTheFirstCutEndsTheWatch() {
    try (FaultServer server = playing(End.FIN)) {
      Program program =
          ModuleProgram.of("readers", "WatchMain")
              .run("watch", server.url(""), NEVER, FROM, ConfigMaps.last());

      assertThat(program.out()).contains("closed: ").doesNotContain(ConfigMaps.last());
      assertThat(server.attempts()).hasSize(1);
    }
  }

  /** By the client itself, and not by Redial. */
  private static boolean isFirstOfItsCall(Attempt attempt) {
    return "1".equals(attempt.header("X-Attempt"));
  }

  private static Program watch(String options, FaultServer server, String reconnects) {
    return ModuleProgram.of("readers", "WatchMain")
        .agent(options)
        .run("watch", server.url(""), reconnects, FROM, ConfigMaps.last());
  }

  private static FaultServer playing(End end) {
    return new FaultServer().plays(steps(end));
  }

  private static Step[] steps(End end) {
    return Collections.nCopies(200, MAPS.ending(end)).toArray(new Step[0]);
  }

  /**
   * A request goes out a second after the one before, and a busy machine may notice that one late.
   */
  private static void assertSpread(FaultServer server) {
    for (int i = 0; i + 1 < server.attempts().size(); i++) {
      assertThat(server.gap(i)).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(500));
    }
  }

  /** The store of an informer may say of what is gone which version it had. */
  private static String withoutVersion(String line) {
    return line.substring(0, line.lastIndexOf(' '));
  }

  private static List<String> lines(Program program) {
    return program.out().lines().toList();
  }
}
