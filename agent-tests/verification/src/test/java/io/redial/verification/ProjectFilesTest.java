package io.redial.verification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the project's files promise, and what docs/testing.md shows of them. */
final class ProjectFilesTest {
  private static final Path MANUAL = UsersProject.ROOT.resolve("docs/testing.md");
  private static final Path POM = UsersProject.ORIGINAL.resolve("pom.xml");

  @Test
  void eachScenarioHasFewerThanFifteenLines() throws IOException {
    assertThat(UsersProject.scenarios())
        .hasSizeGreaterThan(8)
        .allSatisfy((name, source) -> assertThat(source.lines().count()).isLessThan(15));
  }

  @Test
  void theServiceKnowsNothingOfRedial() throws IOException {
    try (var files = Files.walk(UsersProject.ORIGINAL.resolve("src/main"))) {
      assertThat(files.filter(Files::isRegularFile))
          .hasSizeGreaterThan(2)
          .filteredOn(file -> !file.endsWith("package-info.java"))
          .allSatisfy(file -> assertThat(file).content().doesNotContainIgnoringCase("redial"));
    }
  }

  @Test
  void thePomStandsAlone() throws IOException {
    assertThat(Files.readString(POM)).doesNotContain("<parent>", "io.redial");
  }

  @Test
  void theProjectPinsTheVersionsThatTheBuildOfRedialPins() throws IOException {
    Map<String, String> theirs = versions(POM);
    Map<String, String> ours = versions(UsersProject.ROOT.resolve("pom.xml"));
    ours.put("httpclient5.version", ours.get("httpclient5-5.6.version"));
    // Redial's own build has Spring through Spring Boot.
    theirs.remove("spring.version");

    assertThat(theirs).hasSizeGreaterThan(8);
    assertThat(ours).containsAllEntriesOf(theirs);
  }

  @Test
  void gradleHasTheDependenciesThatMavenHas() throws IOException {
    Map<String, String> versions = versions(POM);
    Set<String> maven = new TreeSet<>();
    Pattern.compile(
            "<groupId>(.+)</groupId>\\s+<artifactId>(.+)</artifactId>\\s+<version>\\$\\{(.+)}</version>\\s+<(?:scope|/dep)")
        .matcher(Files.readString(POM))
        .results()
        .forEach(d -> maven.add(d.group(1) + ":" + d.group(2) + ":" + versions.get(d.group(3))));
    Set<String> gradle = new TreeSet<>();
    String build = Files.readString(UsersProject.ORIGINAL.resolve("build.gradle"));
    Pattern.compile("(?:i|testI)mplementation '(.+)'")
        .matcher(build)
        .results()
        .forEach(dependency -> gradle.add(dependency.group(1)));

    assertThat(maven).hasSize(6);
    assertThat(gradle).isEqualTo(maven);
    assertThat(build)
        .contains("junit-platform-launcher:" + versions.get("junit.version"))
        .contains("toolVersion = '" + versions.get("jacoco.version") + "'");
  }

  @Test
  void theManualShowsAScenarioAndTheArgLineAsTheyAre() throws IOException {
    String manual = Files.readString(MANUAL);
    String scenario =
        UsersProject.scenarios().get("OrdersTest.waitsAsLongAsTheServerAsksAndThenSucceeds");
    String pom = Files.readString(POM);

    assertThat(manual).contains("```java\n" + scenario.replaceAll("(?m)^  ", "") + "```");
    assertThat(element("argLine", pom)).isEqualTo("@{argLine} ${redial.agent}");
    assertThat(manual)
        .contains("<argLine>@{argLine} " + element("redial.agent", pom) + "</argLine>");
  }

  @Test
  void theManualShowsTheOptionsOfTheTestsAsTheyAre() throws IOException {
    String options =
        Files.readString(UsersProject.ORIGINAL.resolve("src/test/redial/orders.properties"));
    assertThat(
            Files.readAllLines(MANUAL).stream()
                .filter(line -> line.matches("    (extends|route\\.\\S+) = .*"))
                .map(String::strip))
        .hasSizeGreaterThan(1)
        .allSatisfy(line -> assertThat(options.lines()).contains(line));
  }

  private static String element(String name, String xml) {
    return Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)</")
        .matcher(xml)
        .results()
        .findFirst()
        .orElseThrow()
        .group(1);
  }

  private static Map<String, String> versions(Path pom) throws IOException {
    Map<String, String> versions = new TreeMap<>();
    Pattern.compile("<([\\w.-]+\\.version)>([^<]+)</")
        .matcher(Files.readString(pom))
        .results()
        .forEach(found -> versions.put(found.group(1), found.group(2)));
    return versions;
  }
}
