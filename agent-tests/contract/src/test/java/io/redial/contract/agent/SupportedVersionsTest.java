package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The versions that docs/clients.md names are those that the contract is run with. */
@Tag("programs")
final class SupportedVersionsTest {
  private static final Path ROOT = Path.of(System.getProperty("contract.project.root", "../.."));
  private static final boolean ALL = System.getProperty("contract.versions", "ends").equals("all");

  @ParameterizedTest
  @CsvSource({
    "'Apache HttpClient 4, `DefaultHttpClient`', subjects-apache4, httpclient",
    "Apache HttpAsyncClient 4, subjects-apache4, httpasyncclient",
    "'Apache HttpClient 5, classic', subjects-apache5, httpclient5",
    "'Apache HttpClient 5, asynchronous', subjects-apache5, httpclient5",
  })
  void theManualNamesTheVersionsThatAreTested(String row, String subjects, String artifact)
      throws IOException {
    List<String> documented = documented(row);
    List<String> tested = tested(subjects, artifact);

    assertThat(tested).isNotEmpty().isSubsetOf(documented);
    assertThat(tested.get(0)).isEqualTo(documented.get(0));
    assertThat(tested.get(tested.size() - 1)).isEqualTo(documented.get(documented.size() - 1));
    if (ALL) {
      assertThat(tested).isEqualTo(documented);
    }
  }

  private static List<String> documented(String row) throws IOException {
    String line =
        Files.readAllLines(ROOT.resolve("docs/clients.md")).stream()
            .filter(candidate -> candidate.startsWith("| " + row + " |"))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no row for " + row));
    return Arrays.asList(line.split("\\|", -1)[2].strip().split(", "));
  }

  /** From the names of the jars that the subjects run with, oldest first. */
  private static List<String> tested(String subjects, String artifact) throws IOException {
    Pattern jar = Pattern.compile(Pattern.quote(artifact) + "-([0-9][0-9.]*)\\.jar");
    Path clients = ROOT.resolve("agent-tests").resolve(subjects).resolve("target/clients");
    try (Stream<Path> jars = Files.walk(clients)) {
      return jars.map(path -> jar.matcher(path.getFileName().toString()))
          .filter(Matcher::matches)
          .map(match -> match.group(1))
          .distinct()
          .sorted()
          .toList();
    }
  }
}
