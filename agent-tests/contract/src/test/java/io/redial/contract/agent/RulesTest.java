package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The suite is whole: each rule has a test that names it, each kind of client has a column. */
@Tag("programs")
final class RulesTest {
  private static final Path ROOT = Path.of(System.getProperty("contract.project.root", "../.."));
  private static final Path TESTS = ROOT.resolve("agent-tests/contract/src/test/java");

  private static final Pattern RULES = Pattern.compile("@Rule\\(([^)]*)\\)");
  private static final Pattern NUMBER = Pattern.compile("\"([0-9.]+)\"");

  @Test
  void eachRuleHasATestThatNamesIt() throws IOException {
    Set<String> named = new TreeSet<>();
    try (Stream<Path> files = Files.walk(TESTS)) {
      for (Path file : files.filter(path -> path.toString().endsWith("Test.java")).toList()) {
        Matcher rules = RULES.matcher(Files.readString(file));
        while (rules.find()) {
          NUMBER.matcher(rules.group(1)).results().forEach(number -> named.add(number.group(1)));
        }
      }
    }

    assertThat(named).containsAll(Matrix.REQUIRED);
  }

  @Test
  void thePageOfTheContractHasEachRule() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/contract.md"));

    assertThat(
            Pattern.compile("^- \\*\\*([0-9.]+)\\*\\* ", Pattern.MULTILINE).matcher(page).results())
        .extracting(rule -> rule.group(1))
        .containsExactlyElementsOf(Matrix.REQUIRED);
  }

  @Test
  @EnabledIfSystemProperty(named = "contract.clients", matches = "\\.\\*")
  void eachKindOfClientIsThere() {
    assertThat(ClientUnderTest.ALL)
        .extracting(client -> client.label().replaceFirst("-[0-9.]+$", ""))
        .containsAll(
            List.of(
                "jdk-sync",
                "jdk-async",
                "apache4-internal",
                "apache4-old",
                "apache4-async",
                "apache5-classic",
                "apache5-async"));
  }
}
