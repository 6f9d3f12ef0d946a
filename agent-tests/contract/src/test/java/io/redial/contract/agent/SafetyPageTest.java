package io.redial.contract.agent;

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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each statement of docs/safety.md links a test that is there. */
@Tag("programs")
final class SafetyPageTest {
  private static final Path DOCS =
      Path.of(System.getProperty("contract.project.root", "../.."), "docs");

  private static final Pattern STATEMENT =
      Pattern.compile("^- .*?(?=\\n(?:- |\\n|#)|\\z)", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\[(\\w+Test)\\.(\\w+)\\](?!:)");
  private static final Pattern TARGET =
      Pattern.compile("^\\[(\\w+Test\\.\\w+)\\]: (\\S+)$", Pattern.MULTILINE);

  @Test
  void eachStatementLinksATest() throws IOException {
    assertThat(STATEMENT.matcher(page()).results())
        .isNotEmpty()
        .allMatch(statement -> LINK.matcher(statement.group()).find());
  }

  @Test
  void eachTestIsThere() throws IOException {
    String page = page();
    Map<String, String> targets = new TreeMap<>();
    TARGET.matcher(page).results().forEach(target -> targets.put(target.group(1), target.group(2)));
    List<String> missing = new ArrayList<>();
    Matcher link = LINK.matcher(page);
    while (link.find()) {
      String name = link.group(1) + "." + link.group(2);
      if (!isThere(targets.get(name), link.group(2))) {
        missing.add(name);
      }
    }

    assertThat(missing).isEmpty();
  }

  private static boolean isThere(String targetOrNull, String method) throws IOException {
    Path file = targetOrNull == null ? null : DOCS.resolve(targetOrNull);
    return file != null
        && Files.exists(file)
        && Files.readString(file).contains("void " + method + "(");
  }

  private static String page() throws IOException {
    return Files.readString(DOCS.resolve("safety.md"));
  }
}
