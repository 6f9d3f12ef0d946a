package io.redial.contract.corners;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ModuleProgram;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.FreePort;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The clients of Elasticsearch, OpenSearch and Solr: each tries the other nodes of its cluster by
 * itself, and remembers for a while which one failed.
 */
@Tag("corners")
final class SearchTest {
  static final List<String> CLIENTS =
      List.of(
          "elasticsearch-rest",
          "elasticsearch-rest5",
          "elasticsearch-java",
          "opensearch-rest",
          "solr");

  /** Those that name the node which answered, and the nodes that failed. */
  static final List<String> TALKATIVE =
      List.of("elasticsearch-rest", "elasticsearch-rest5", "opensearch-rest");

  private static final String AT_ONCE = "budget=off,backoff=none";
  private static final Answer BUSY = Answer.unavailable("0");

  /** What a program printed, and what came to each node. */
  private record Run(String out, List<List<String>> requests) {}

  @ParameterizedTest
  @FieldSource("CLIENTS")
  @Rule("1.1")
  void healthyCallsAreAsWithoutTheAgent(String client) {
    Answer ok = found(client);
    List<Step> steps = List.of(ok, ok, ok);
    assertSame(client, "read,write,read,write", steps, steps);
  }

  @ParameterizedTest
  @FieldSource("CLIENTS")
  @Rule("2.1")
  void aBusyNodeIsAskedAgain(String client) {
    Answer ok = found(client);
    Run calm =
        run(
            ModuleProgram.of("corners", "search.SearchMain"),
            client,
            "read,write",
            List.of(ok, ok));

    Run busy =
        run(
            ModuleProgram.of("corners", "search.SearchMain").agent(AT_ONCE),
            client,
            "read,write",
            List.of(BUSY, ok, BUSY, BUSY, ok));

    assertThat(busy.out()).isEqualTo(calm.out());
    assertThat(busy.requests().get(0)).hasSize(5);
  }

  /** So that the test before proves something. */
  @ParameterizedTest
  @FieldSource("CLIENTS")
  @Rule("1.1")
  void aBusyNodeIsAnErrorWithoutTheAgent(String client) {
    Run run =
        run(
            ModuleProgram.of("corners", "search.SearchMain"),
            client,
            "read",
            List.of(BUSY, BUSY, BUSY));

    assertThat(run.out()).contains("Exception");
  }

  @ParameterizedTest
  @FieldSource("TALKATIVE")
  @Rule({"2.1", "1.3"})
  void aNodeThatIsBusyForAMomentIsNotTakenForDead(String client) {
    Answer ok = found(client);
    Run run =
        run(
            ModuleProgram.of("corners", "search.SearchMain").agent(AT_ONCE),
            client,
            "read,read,read",
            List.of(BUSY, ok, ok),
            List.of(ok, ok, ok));

    assertThat(run.out().lines())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).contains("200").endsWith("[]"));
    assertThat(run.requests()).extracting(List::size).containsExactly(3, 1);
  }

  @ParameterizedTest
  @FieldSource("CLIENTS")
  @Rule({"1.2", "5.1"})
  void aNodeThatStaysBusyIsLeftForTheOther(String client) {
    Answer ok = found(client);
    List<Step> busy = Collections.nCopies(9, BUSY);
    List<Step> well = List.of(ok, ok, ok);
    Run without =
        run(ModuleProgram.of("corners", "search.SearchMain"), client, "read,read", busy, well);

    ModuleProgram program =
        ModuleProgram.of("corners", "search.SearchMain").agent(AT_ONCE + ",max-retries=2");
    Run with = run(program, client, "read,read", busy, well);

    assertThat(with.out()).isEqualTo(without.out());
    assertThat(with.requests().get(1)).isEqualTo(without.requests().get(1));
    assertThat(with.requests().get(0)).hasSize(3 * without.requests().get(0).size());
  }

  @ParameterizedTest
  @FieldSource("CLIENTS")
  @Rule({"1.1", "2.1"})
  void anErrorWithoutAHintIsLeftToTheClient(String client) {
    Answer ok = found(client);
    Answer error = Answer.of(503).body("no hint");
    assertSame(client, "read,write,read", List.of(error, error), List.of(ok, ok, ok));
  }

  @ParameterizedTest
  @FieldSource("CLIENTS")
  @Rule({"1.2", "2.3"})
  void aDeadNodeIsLeftForTheOther(String client) {
    Answer ok = found(client);
    List<String> expected = new ArrayList<>();
    for (ModuleProgram program :
        List.of(
            ModuleProgram.of("corners", "search.SearchMain"),
            ModuleProgram.of("corners", "search.SearchMain").agent(AT_ONCE))) {
      try (FaultServer alive = new FaultServer().plays(ok, ok, ok)) {
        String dead = "http://127.0.0.1:" + FreePort.refusing().number();
        String out = program.run(client, "read,write,read", dead, alive.url("")).out();
        expected.add(out + alive.attempts().size());
      }
    }

    assertThat(expected.get(1)).isEqualTo(expected.get(0));
  }

  /** Without the agent a client that loses a connection takes the node for dead. */
  @ParameterizedTest
  @FieldSource("TALKATIVE")
  @Rule({"2.2", "2.8"})
  void aLostConnectionIsRepairedForReadsAndLeftToTheClientForWrites(String client) {
    Answer ok = found(client);
    ModuleProgram program = ModuleProgram.of("corners", "search.SearchMain");
    List<Step> cut = List.of(Steps.reset(), ok, ok);
    List<Step> well = List.of(ok, ok, ok);

    Run read = run(program.agent(AT_ONCE), client, "read,read", cut, well);
    Run write = run(program.agent(AT_ONCE), client, "write", cut, well);
    Run writeWithout = run(program, client, "write", cut, well);

    assertThat(read.requests()).extracting(List::size).containsExactly(2, 1);
    assertThat(read.out()).doesNotContain("[node");
    assertThat(write).isEqualTo(writeWithout);
  }

  private static Answer found(String client) {
    return client.equals("solr")
        ? Answer.ok(
                "<?xml version=\"1.0\"?><response><lst name=\"responseHeader\"><int"
                    + " name=\"status\">0</int></lst><result name=\"response\" numFound=\"1\""
                    + " start=\"0\"><doc><str name=\"id\">1</str></doc></result></response>")
            .header("Content-Type", "application/xml; charset=UTF-8")
        : Answer.ok(
                "{\"_index\":\"books\",\"_id\":\"1\",\"_version\":1,\"_seq_no\":1,"
                    + "\"_primary_term\":1,\"result\":\"created\",\"found\":true,"
                    + "\"_shards\":{\"total\":1,\"successful\":1,\"failed\":0},"
                    + "\"_source\":{\"title\":\"a title\"}}")
            .header("Content-Type", "application/json")
            .header("X-Elastic-Product", "Elasticsearch");
  }

  @SafeVarargs
  private static void assertSame(String client, String calls, List<Step>... nodes) {
    ModuleProgram program = ModuleProgram.of("corners", "search.SearchMain");
    Run without = run(program, client, calls, nodes);
    Run with = run(program.agent(AT_ONCE), client, calls, nodes);

    assertThat(with).isEqualTo(without);
  }

  @SafeVarargs
  private static Run run(ModuleProgram program, String client, String calls, List<Step>... nodes) {
    List<FaultServer> servers = new ArrayList<>();
    try {
      List<String> arguments = new ArrayList<>(List.of(client, calls));
      for (List<Step> node : nodes) {
        FaultServer server = new FaultServer().plays(node.toArray(new Step[0]));
        servers.add(server);
        arguments.add(server.url(""));
      }
      Program ran = program.run(arguments.toArray(new String[0]));
      List<List<String>> requests = servers.stream().map(SearchTest::requests).toList();
      return new Run(ran.out(), requests);
    } finally {
      servers.forEach(FaultServer::close);
    }
  }

  private static List<String> requests(FaultServer server) {
    return server.attempts().stream()
        .map(a -> a.method() + " " + a.target() + " " + a.text())
        .toList();
  }
}
