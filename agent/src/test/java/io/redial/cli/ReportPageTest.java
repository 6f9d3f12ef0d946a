package io.redial.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

/** The page as text; {@code ReportBrowserTest} opens it in a browser. */
class ReportPageTest {
  private static final String A = "http://a:80";

  /** What ends a script, an attribute and a comment, what JavaScript ends a line at, a cursor. */
  private static final String HOSTILE =
      "</script></title><!--data--><img src=x onerror=a()>\"'&lt;\u2028\u202e\u001b[2J";

  private static String page() throws CommandException {
    SampleEvents events = new SampleEvents().agent("orders", "1.2.3", "max-retries=2");
    for (int call = 1; call <= 60; call++) {
      int at = 100_000 + call * 1_000;
      events.retried(at, call, A, 1, "status").waited(at, 300 + call, call, A, 1, true);
      events.refused(at + 400, call, A, 2, "budget").ended(at + 400, 400 + call, call, A, "budget");
    }
    return ReportPage.of(events.retried(1, 99, A, 1, "status").ended(2, 1, 99, A, "").report());
  }

  private static String between(String page, String from, String to) {
    int start = page.indexOf(from) + from.length();
    return page.substring(start, page.indexOf(to, start));
  }

  private static String withoutScripts(String page) {
    return page.replaceAll("(?s)<(script|style)[^>]*>.*?</\\1>", "");
  }

  private static List<String> all(String page, String pattern) {
    return Pattern.compile(pattern).matcher(page).results().map(result -> result.group(1)).toList();
  }

  @Test
  void canBeReadWithoutScripts() throws CommandException {
    String text = withoutScripts(page()).replaceAll("(?s)<[^>]*>\\s*", "|").replaceAll("\\|+", "|");

    assertThat(text)
        .contains("|Retries of orders|calls.jfr: 1970-01-01 00:00:00 to 00:02:40 UTC, 2 min 40 s|")
        .contains("|Redial 1.2.3, service orders: |max-retries=2|")
        .contains("|Recovered|1|of 61 retried|Failed|60|0 of them not retried|")
        .contains("|the last at 00:02:40|Retries|61|mostly status|Waited|19.83 s|360 ms at most|")
        .contains("|http://a:80|1|60|00:02:40|61|status 61|60|budget 60|19.83 s|360 ms|")
        .contains("|Not retried|Reason|Count|Share|budget|60|100 %|")
        .contains("|budget|retries had reached their share of the host's calls|");
  }

  @Test
  void asksForNothingBeyondItself() throws CommandException {
    assertThat(page())
        .contains("prefers-color-scheme: dark", "@media print", "@media (max-width:")
        .doesNotContain("src=", "url(", "@import", "<link", "<iframe", "<img", "<form", "href=")
        .doesNotContain("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(");
  }

  /** Whoever changes the form's styles or script takes the hash from this test's failure. */
  @Test
  void thePolicyAllowsTheStylesAndTheScriptOfTheForm() throws Exception {
    String page = page();

    assertThat(between(page, "Content-Security-Policy\" content=\"", "\""))
        .isEqualTo(
            "default-src 'none'; style-src '%s'; script-src '%s'",
            hash(between(page, "<style>", "</style>")),
            hash(between(page, "<script>", "</script>")));
    assertThat(withoutScripts(page)).doesNotContain("style=").doesNotContainPattern(" on[a-z]+=");
  }

  private static String hash(String text) throws GeneralSecurityException {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return "sha256-" + Base64.getEncoder().encodeToString(digest);
  }

  @Test
  void hostileTextsStayTexts() throws CommandException {
    SampleEvents events = new SampleEvents().agent(HOSTILE, HOSTILE, HOSTILE);
    events.retried(1_000, 1, HOSTILE, 1, HOSTILE).waited(1_000, 9, 1, HOSTILE, 1, true);
    events.attemptOf(HOSTILE, 1_000, 2, HOSTILE, 1, HOSTILE, HOSTILE);
    events.refused(2_000, 1, HOSTILE, 2, HOSTILE).endedWith(HOSTILE, 2, 1, 1, HOSTILE, HOSTILE);
    RetryReport report = RetryReport.of(HOSTILE, events);

    String page = ReportPage.of(report);
    assertThat(page)
        .contains("&lt;/script&gt;&lt;/title&gt;", "&quot;&#39;&amp;lt;", "\\u202e\\u001b[2J")
        .doesNotContain("<img", "\u2028", "\u202e", "\u001b", "<!--");
    assertThat(all(page, "(?i)(</script|</title)")).hasSize(3);
    assertThat(all(page, "(recording\": )")).as("the data stands there once").hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {A, HOSTILE})
  void isWellFormed(String host) throws CommandException {
    RetryReport report = new SampleEvents().refused(1_000, 1, host, 1, "method").report();
    String page = withoutScripts(ReportPage.of(report));

    assertThatCode(
            () ->
                DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(
                        new InputSource(new StringReader(page.substring(page.indexOf("<html"))))))
        .doesNotThrowAnyException();
  }

  @Test
  void tablesHaveHeadsForTheirColumnsAndRows() throws CommandException {
    assertThat(all(withoutScripts(page()), "<th ([a-z]+)=")).isNotEmpty().containsOnly("scope");
  }

  @Test
  void aRecordingWithoutFailuresSaysSo() throws CommandException {
    String page = ReportPage.of(new SampleEvents().agent("orders", "1.2.3", "").report());

    assertThat(page)
        .contains("calls.jfr: no call failed while it was recorded", "all options are the defaults")
        .contains("<dt>Failed</dt><dd>0</dd>", "None");
  }

  @Test
  void aRecordingOfAnOlderVersionSaysThatItHasNoOptions() throws CommandException {
    assertThat(ReportPage.of(new SampleEvents().refused(1_000, 1, A, 1, "method").report()))
        .contains("<h1>Retries in calls.jfr</h1>")
        .contains(
            "<p>The recording does not name the service, Redial's version and the options.</p>");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ms",
    "999, 999 ms",
    "1000, 1.00 s",
    "59994, 59.99 s",
    "60000, 1 min 0 s",
    "592999, 9 min 52 s",
    "3600000, 1 h 0 min",
    "93780000, 26 h 3 min"
  })
  void spansAreShownForPeople(long millis, String text) {
    assertThat(ReportPage.span(millis)).isEqualTo(text);
  }

  /** Contrast as WCAG 2 defines it: 4.5 for text, 3 for bars. */
  @Test
  void coloursStandOutFromThePage() throws CommandException {
    List<String> styles = all(page(), ":root \\{([^}]*)\\}");
    assertThat(styles).hasSize(2);
    for (String style : styles) {
      for (String name : List.of("text", "muted")) {
        assertThat(contrast(style, name, "page")).as(name).isGreaterThan(4.5);
        assertThat(contrast(style, name, "panel")).as(name).isGreaterThan(4.5);
      }
      for (String name : List.of("first", "retry", "refused")) {
        assertThat(contrast(style, name, "panel")).as(name).isGreaterThan(3);
      }
    }
  }

  private static double contrast(String style, String one, String other) {
    double first = luminance(colour(style, one));
    double second = luminance(colour(style, other));
    return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
  }

  private static String colour(String style, String name) {
    String digits = all(style, "--" + name + ": #([0-9a-f]+)").get(0);
    return digits.length() == 6 ? digits : digits.replaceAll("(.)", "$1$1");
  }

  private static double luminance(String colour) {
    double[] weights = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      double part = Integer.parseInt(colour.substring(2 * i, 2 * i + 2), 16) / 255.0;
      sum += weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
  }
}
