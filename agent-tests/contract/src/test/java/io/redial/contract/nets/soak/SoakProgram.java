package io.redial.contract.nets.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.nets.load.Mode;
import io.redial.subjects.soak.SoakMain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Runs a program that makes calls against a server of its own. */
final class SoakProgram {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private SoakProgram() {}

  /**
   * A time in which calls are made.
   *
   * @param millis how long
   * @param forced the fault of every attempt; empty if it is to be drawn
   */
  record Round(long millis, String forced) {}

  /**
   * Runs it.
   *
   * @param settleSeconds how long it waits at its end until it holds no more than before
   */
  static SoakResult run(
      Jvm jvm, Mode mode, Callable<Site> sites, int settleSeconds, List<Round> rounds)
      throws Exception {
    try (Site server = sites.call()) {
      List<String> args =
          new ArrayList<>(
              List.of(
                  mode.maker(),
                  mode.name(),
                  Integer.toString(Settings.THREADS),
                  Settings.seedText(),
                  server.urls(),
                  Integer.toString(settleSeconds)));
      long millis = 0;
      for (Round round : rounds) {
        args.add(Long.toString(round.millis()));
        args.add(round.forced());
        millis += round.millis();
      }
      Program program =
          Program.run(
              jvm.command(SoakMain.class.getName(), args), Map.of(), PATIENCE.plusMillis(millis));
      assertThat(program.exit()).as("%s %s", mode, program).isZero();
      return new SoakResult(program.out(), program.err(), server, mode);
    }
  }
}
