package io.redial.verification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project in an empty folder, without and with the agent, as docs/testing.md says. */
final class UsersProjectTest {
  private static final Pattern ARRIVED = Pattern.compile("Requests that arrived: \\{.*?}");
  private static final String DRY_RUN =
      "OrdersTest.changesNothingInADryRunButCountsWhatItWouldHaveRetried";

  @TempDir static Path folder;
  private static UsersProject project;
  private static TestRun without;

  @BeforeAll
  static void copyAndRunWithoutTheAgent() throws IOException {
    project = UsersProject.copiedTo(folder.resolve("a folder"));
    without = project.test(Map.of());
  }

  @Test
  void eachTestPassesWithTheAgent() throws IOException {
    TestRun run = project.test(Map.of(), UsersProject.withAgent());

    assertThat(run.exit()).as(run.output()).isZero();
    assertThat(run.tests()).isEqualTo(UsersProject.scenarios().keySet());
    assertThat(run.failures()).allSatisfy((test, failure) -> assertThat(failure).isEmpty());
    System.out.printf("%d tests in %.1f s%n", run.tests().size(), run.seconds());
    assertThat(run.seconds()).isLessThan(60);
  }

  @Test
  void eachTestFailsWithoutTheAgentAndSaysWhatIsMissing() throws IOException {
    assertThat(without.exit()).isEqualTo(1);
    assertThat(without.tests()).as(without.output()).isEqualTo(UsersProject.scenarios().keySet());
    assertThat(without.failures())
        .allSatisfy(
            (test, failure) ->
                assertThat(failure)
                    .startsWith("Redial is not attached: run mvn test -Dredial.jar=")
                    .containsPattern("\nRequests that arrived: \\{(GET|POST) /"));
  }

  @Test
  void aDryRunSendsTheSameRequestsAsWithoutTheAgent() throws IOException {
    TestRun dry = project.test(Map.of("REDIAL_MODE", "observe"), UsersProject.withAgent());

    Map<String, String> expected = arrived(without);
    expected.put(DRY_RUN, "");
    assertThat(arrived(dry)).as(dry.output()).isEqualTo(expected);
    assertThat(dry.output()).contains("503 would have been retried (retry-after)");
  }

  @Test
  void jacocoMeasuresBesideTheAgent() throws IOException {
    TestRun run =
        project.test(Map.of(), UsersProject.withAgent(), "-Pcoverage", "-Dtest=ReportsTest");

    assertThat(run.exit()).as(run.output()).isZero();
    assertThat(run.tests()).isNotEmpty();
    assertThat(coveredLines("Reports")).isPositive();
  }

  @Test
  void ofTwoAgentsTheFirstDecidesAndTheSecondSaysSo() throws IOException {
    TestRun run =
        project.test(
            Map.of("JAVA_TOOL_OPTIONS", "-javaagent:" + UsersProject.agent() + "=max-retries=2"),
            UsersProject.withAgent(),
            "-Dtest=OrdersTest#keepsToTheLimitsOfItsRoute+sendsTheSameBodyAgain");

    // JAVA_TOOL_OPTIONS comes before the argLine: there is no file, and thus no route.
    assertThat(run.output()).contains("already installed; a second -javaagent or attach changes");
    assertThat(run.failures()).containsEntry("OrdersTest.sendsTheSameBodyAgain", "");
    assertThat(run.failures().get("OrdersTest.keepsToTheLimitsOfItsRoute"))
        .contains("Requests that arrived: {GET /stock/pens=3}");
  }

  @Test
  void testsThatShareAServerShareItsBudget() throws IOException {
    UsersProject sharing = UsersProject.copiedTo(folder.resolve("sharing"));
    String file = "src/test/java/com/example/orders/OrdersTest.java";
    sharing.edit(file, "final Partner partner", "static final Partner partner");
    sharing.edit(
        file,
        "@Test\n  void addsNoMore",
        "@org.junit.jupiter.api.RepeatedTest(2)\n  void addsNoMore");

    TestRun run =
        sharing.test(
            Map.of(),
            UsersProject.withAgent(),
            "-Dtest=OrdersTest#addsNoMoreThanTheBudgetToAStormOf429s");

    assertThat(run.tests()).as(run.output()).hasSize(2);
    assertThat(run.failures().values())
        .filteredOn(failure -> !failure.isEmpty())
        .singleElement()
        .asString()
        .contains("Requests that arrived: {GET /orders/7=5");
  }

  @Test
  void aBadOptionStopsTheTestsBeforeTheyBegin() throws IOException {
    project.edit("redial/orders.properties", "deadline", "deadlin");
    try {
      TestRun run = project.test(Map.of(), UsersProject.withAgent());

      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.tests()).isEmpty();
      assertThat(run.output()).contains("unknown option deadlin").contains("orders.properties");
    } finally {
      project.edit("redial/orders.properties", "deadlin", "deadline");
    }
  }

  @Test
  void checkSaysWhatACallOfATestGets() throws IOException {
    String manual = Files.readString(UsersProject.ROOT.resolve("docs/testing.md"));
    Matcher shown =
        Pattern.compile(
                "^ +\\$ java -jar redial-agent.jar (check .*--url \\S+)\\n((?:    .*\\n)+)",
                Pattern.MULTILINE)
            .matcher(manual);
    assertThat(shown.find()).isTrue();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", UsersProject.agent().toString()));
    command.addAll(List.of(shown.group(1).split(" ")));

    Command check = Command.run(project.folder(), Map.of(), command);

    assertThat(check.exit()).as(check.output()).isZero();
    assertThat(check.output().lines())
        .containsSubsequence(
            shown
                .group(2)
                .lines()
                .map(line -> line.substring(4))
                .filter(l -> !l.isBlank() && !l.endsWith("…"))
                .toList());
  }

  private static Map<String, String> arrived(TestRun run) {
    Map<String, String> arrived = new TreeMap<>();
    run.failures()
        .forEach(
            (test, failure) -> {
              Matcher requests = ARRIVED.matcher(failure);
              arrived.put(test, requests.find() ? requests.group() : failure);
            });
    return arrived;
  }

  private static int coveredLines(String type) throws IOException {
    // Columns: group, package, class, and then missed and covered instructions, branches, lines, …
    return Files.readAllLines(project.folder().resolve("target/site/jacoco/jacoco.csv")).stream()
        .map(line -> line.split(","))
        .filter(columns -> columns[2].equals(type))
        .mapToInt(columns -> Integer.parseInt(columns[8]))
        .sum();
  }
}
