package io.redial.contract.nets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.subjects.load.LoadMain;
import io.redial.subjects.load.server.LoadServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs a program that makes rounds of calls, each against a server of its own. */
final class LoadProgram {
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  /** What {@link LoadMain} sends to see whether calls are retried. */
  private static final int PROBE_BYTES = 20_000;

  /** As many as the most threads of a round. */
  private static final int CONNECTIONS = 32;

  private LoadProgram() {}

  static List<RoundResult> run(Jvm jvm, Mode mode, List<LoadRound> rounds) {
    List<LoadServer> servers = new ArrayList<>();
    try (LoadServer probed = new LoadServer()) {
      List<String> args =
          new ArrayList<>(List.of(mode.maker(), mode.name(), Integer.toString(CONNECTIONS)));
      for (LoadRound round : rounds) {
        LoadServer server = new LoadServer();
        servers.add(server);
        args.add(describe(round, server, probed, servers.size()));
      }
      Program program =
          Program.run(jvm.command(LoadMain.class.getName(), args), Map.of(), PATIENCE);
      assertThat(program.exit()).as("%s %s", mode, program).isZero();
      System.err.print(program.err());
      return results(program, rounds, servers);
    } finally {
      servers.forEach(LoadServer::close);
    }
  }

  private static String describe(LoadRound round, LoadServer server, LoadServer probed, int n) {
    String prefix = "/" + round.variant().name();
    return String.join(
        ";",
        server.url() + prefix,
        Integer.toString(round.threads()),
        Integer.toString(round.calls()),
        round.kind(),
        probed.url() + prefix + "/retry/probe" + n + "?times=1&after=0&up=" + PROBE_BYTES);
  }

  private static List<RoundResult> results(
      Program program, List<LoadRound> rounds, List<LoadServer> servers) {
    List<String> lines = program.out().lines().toList();
    assertThat(lines).as("%s", program).hasSize(rounds.size() + 1);
    long left = RoundResult.parse(lines.get(rounds.size())).get("left");
    List<RoundResult> results = new ArrayList<>();
    for (int i = 0; i < rounds.size(); i++) {
      LoadServer server = servers.get(i);
      results.add(
          new RoundResult(
              rounds.get(i),
              RoundResult.parse(lines.get(i)),
              server.connections(),
              server.requests(),
              server.repeated(),
              left,
              server.faults()));
    }
    return results;
  }
}
