package io.redial.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReportPageTest {
  private static final String A = "http://a:80";

  /** Elements whose end HTML lets a page leave out, or that have none. */
  private static final Set<String> OPEN =
      Set.of("!doctype", "html", "meta", "body", "li", "p", "tr", "td", "th", "path");

  private static String page() throws RecordingException {
    SampleEvents events = new SampleEvents();
    for (int call = 1; call <= 60; call++) {
      int at = 100_000 + call * 1_000;
      events.retried(at, call, A, 1, "status").waited(at, 300 + call, call, A, 1, true);
      events.refused(at + 400, call, A, 2, "budget").ended(at + 400, 400 + call, call, A, "budget");
    }
    return ReportPage.of(events.report());
  }

  private static List<String> all(String page, String pattern) {
    return Pattern.compile(pattern).matcher(page).results().map(result -> result.group(1)).toList();
  }

  @Test
  void asksForNothingBeyondItself() throws RecordingException {
    String page = page();

    assertThat(page)
        .contains("content=\"default-src 'none'; style-src 'unsafe-inline'\"")
        .contains("prefers-color-scheme: dark", "@media print", "@media (max-width:")
        .doesNotContain("src=", "url(", "@import", "<script", "<link", "<iframe", "<img", "<form");
    assertThat(all(page, "href=\"([^\"]*)\"")).isNotEmpty().allMatch(link -> link.startsWith("#"));
  }

  @Test
  void eachLinkLeadsToTheAttemptsOfItsCall() throws RecordingException {
    String page = page();

    assertThat(all(page, "href=\"#([^\"]*)\""))
        .hasSize(50)
        .containsExactlyElementsOf(all(page, " id=([a-z0-9-]+)"));
  }

  @Test
  void eachBarOfTheTimelineSaysWhatItStandsFor() throws RecordingException {
    String page = page();

    assertThat(page)
        .contains(
            "<g><title>00:01:41.000, 500 ms: 1 first attempt, 1 retry, 1 not retried</title>");
    assertThat(all(page, "(<g>)")).hasSameSizeAs(all(page, "(<g><title>)")).hasSize(60);
    assertThat(all(page, "(<svg[^>]*>)")).hasSize(51).allMatch(svg -> svg.contains("aria-label="));
  }

  @Test
  void tablesHaveHeadsForTheirColumnsAndRows() throws RecordingException {
    String page = page();

    assertThat(all(page, "<th ([a-z]+)[ =]")).isNotEmpty().containsOnly("scope", "colspan");
    assertThat(page).contains("<th colspan=7 scope=rowgroup>Call 60: GET /60</th>");
  }

  @Test
  void showsTenAtOnceAndTheRestOnDemand() throws RecordingException {
    assertThat(all(page(), "<summary>([^<]*)")).containsExactly("40 more", "40 more", "40 more");
  }

  @Test
  void isWellFormed() throws RecordingException {
    Deque<String> open = new ArrayDeque<>();
    Matcher tag = Pattern.compile("<(/?)([a-z0-9!]+)[^>]*?(/?)>").matcher(page());
    while (tag.find()) {
      String name = tag.group(2);
      if (OPEN.contains(name) || !tag.group(3).isEmpty()) {
        continue;
      }
      if (tag.group(1).isEmpty()) {
        open.push(name);
      } else {
        assertThat(open.pop()).as("closed by %s at %s", tag.group(), tag.start()).isEqualTo(name);
      }
    }
    assertThat(open).isEmpty();
  }

  /** Contrast as WCAG 2 defines it: 4.5 for text, 3 for bars. */
  @Test
  void coloursStandOutFromThePage() throws RecordingException {
    List<String> styles = all(page(), ":root \\{ ([^}]*)\\}");
    assertThat(styles).hasSize(2);
    for (String style : styles) {
      for (String name : List.of("text", "muted", "link")) {
        assertThat(contrast(style, name, "page")).as(name).isGreaterThan(4.5);
      }
      assertThat(contrast(style, "muted", "panel")).isGreaterThan(4.5);
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

  @Test
  void aReportWithoutRetriesSaysSo() throws RecordingException {
    String page = ReportPage.of(new SampleEvents().refused(1_000, 1, A, 1, "method").report());

    assertThat(page)
        .contains("No call that was retried has ended.", "No wait was recorded.", "None")
        .contains("the request is not idempotent");
  }
}
