package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is written, the parsers answer or report it; with the others 100,000 tries in all. */
class SyntaxPropertyTest {

  @Provide
  Arbitrary<String> values() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(30),
        Arbitraries.strings().withChars("0123456789.:%+,PTHMSDdhmsKiBG-none*/[] ").ofMaxLength(30));
  }

  @Property(tries = 20_000)
  void everyOptionTakesOrReportsAnyValue(@ForAll Option option, @ForAll("values") String value) {
    FakeEnvironment environment = new FakeEnvironment();
    environment.property(Option.SYSTEM_PROPERTY_PREFIX + option.key(), value);

    Configuration configuration = Configuration.load(null, environment);

    assertThat(configuration.faults()).allSatisfy(SyntaxPropertyTest::isOneLine);
    assertThat(configuration.policyFor(null)).isNotNull();
    assertThat(configuration.settings()).isNotNull();
  }

  private static void isOneLine(ConfigError fault) {
    assertThat(fault.toString()).startsWith("redial: ").doesNotContain("\n", "\r");
  }

  @Provide
  Arbitrary<String> arguments() {
    Arbitrary<String> words =
        Arbitraries.of(
            "max-retries",
            "config",
            "retry-on",
            "log",
            "=",
            ",",
            ",",
            "=",
            " ",
            "5",
            "a.b",
            "/x",
            "GET",
            "file:",
            "\u0000",
            "route.a.match");
    return Arbitraries.oneOf(
        words.list().ofMaxSize(20).map(list -> String.join("", list)),
        Arbitraries.strings().ofMaxLength(40));
  }

  @Property(tries = 20_000)
  void anyArgumentIsTakenOrReported(@ForAll("arguments") String arguments) {
    Configuration configuration = Configuration.load(arguments, new FakeEnvironment());

    assertThat(configuration.faults()).allSatisfy(SyntaxPropertyTest::isOneLine);
    assertThat(configuration.policyFor(null)).isNotNull();
  }

  @Provide
  Arbitrary<String> lines() {
    Arbitrary<String> words =
        Arbitraries.of(
            "max-retries",
            "extends",
            "route.a.match",
            "route.a.",
            "route.",
            "deadline",
            " = ",
            "=",
            "\n",
            "\n",
            "\\",
            "5",
            "10s",
            "https://a/**",
            "#",
            "a.properties",
            "\u0000");
    return Arbitraries.oneOf(
        words.list().ofMaxSize(40).map(list -> String.join("", list)),
        Arbitraries.strings().ofMaxLength(80));
  }

  @Property(tries = 20_000)
  void anyFileIsTakenOrReported(@ForAll("lines") String lines) {
    FakeEnvironment environment = new FakeEnvironment().file("/a.properties", lines);
    Configuration configuration = Configuration.load("config=/a.properties", environment);

    assertThat(configuration.faults()).allSatisfy(SyntaxPropertyTest::isOneLine);
    assertThat(configuration.policyFor(FakeTarget.of("GET", "https://a/"))).isNotNull();
  }

  @Provide
  Arbitrary<String> isoDurations() {
    return Arbitraries.oneOf(
        Arbitraries.strings().withChars("0123456789PTDHMS.").ofMaxLength(12).map(s -> "P" + s),
        Arbitraries.longs().greaterOrEqual(0).map(Duration::ofNanos).map(Duration::toString));
  }

  @Property(tries = 10_000)
  void readsIsoDurationsAsJavaDoes(@ForAll("isoDurations") String text) {
    Long expected = null;
    try {
      expected = Duration.parse(text).toNanos();
    } catch (DateTimeParseException | ArithmeticException e) {
      // No duration for Java, or longer than 292 years.
    }
    Long actual = null;
    try {
      actual = DurationSyntax.nanos(text);
    } catch (BadValue e) {
      // Likewise.
    }
    // Java takes "PT1.S" for a second.
    Assume.that(!text.contains(".S") && !Objects.equals(expected, Long.MAX_VALUE));
    assertThat(actual).isEqualTo(expected);
  }

  @Provide
  Arbitrary<List<String>> segments() {
    return Arbitraries.of("", "a", "b", "ab", "aab", "*", "**", "a*", "*b", "*a*")
        .list()
        .ofMaxSize(6);
  }

  @Provide
  Arbitrary<List<String>> plainSegments() {
    return Arbitraries.of("", "a", "b", "ab", "aab", "ba").list().ofMaxSize(6);
  }

  /** A slow, obvious matcher is the oracle. */
  @Property(tries = 10_000)
  void matchesPathsAsDefined(
      @ForAll("segments") List<String> pattern, @ForAll("plainSegments") List<String> path)
      throws BadValue {
    PathPattern compiled = new PathPattern("/" + String.join("/", pattern));
    String text = "/" + String.join("/", path);
    boolean matched = compiled.matches(text);

    assertThat(compiled.mayMatch(text) || !matched).as("told at a glance").isTrue();
    assertThat(matched).isEqualTo(segments(orOneEmpty(pattern), orOneEmpty(path)));
  }

  private static List<String> orOneEmpty(List<String> segments) {
    return segments.isEmpty() ? List.of("") : segments;
  }

  private static boolean segments(List<String> pattern, List<String> path) {
    if (pattern.isEmpty()) {
      return path.isEmpty();
    }
    List<String> rest = pattern.subList(1, pattern.size());
    if (pattern.get(0).equals("**")) {
      return segments(rest, path)
          || (!path.isEmpty() && segments(pattern, path.subList(1, path.size())));
    }
    return !path.isEmpty()
        && segment(pattern.get(0), path.get(0))
        && segments(rest, path.subList(1, path.size()));
  }

  private static boolean segment(String pattern, String text) {
    if (pattern.isEmpty()) {
      return text.isEmpty();
    }
    if (pattern.charAt(0) == '*') {
      return segment(pattern.substring(1), text)
          || (!text.isEmpty() && segment(pattern, text.substring(1)));
    }
    return !text.isEmpty()
        && text.charAt(0) == pattern.charAt(0)
        && segment(pattern.substring(1), text.substring(1));
  }

  @Property(tries = 10_000)
  void anyPatternIsTakenOrReportedAndMatchesAnyTarget(
      @ForAll("values") String pattern,
      @ForAll @StringLength(max = 20) String host,
      @ForAll @StringLength(max = 20) String path) {
    FakeTarget target = new FakeTarget("GET", "https", host, -1, path);
    for (String url : new String[] {pattern, "https://" + pattern, "*://*/" + pattern}) {
      try {
        new UrlPattern(url).matches(target, NormalPath.of(path));
      } catch (BadValue e) {
        assertThat(e.getMessage() == null ? "" : e.getMessage()).doesNotContain("\n");
      }
    }
  }

  private static final int SHORT = 20_000;
  private static final int FACTOR = 8;
  private static final int TRIALS = 20;

  /**
   * Eight times the text takes about eight times the processor's time, where a parser in quadratic
   * time would take 64 times; half way between is the bound. Neighbours can make one measurement
   * worse, but none of a quadratic parser better, so that one good one is enough.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {"a", "+", "1", ":", "9s+", "=", ",", "*", "\\\n", "a=b,", "/**", "a b", "\\u0061"})
  void isLinearInWhatIsWritten(String item) {
    String text = item.repeat(SHORT);
    nanosToRead(text); // Loads and compiles.
    double least = Double.MAX_VALUE;
    for (int i = 0; i < TRIALS && least >= 4 * FACTOR; i++) {
      double few = nanosToRead(text);
      least = Math.min(least, nanosToRead(text.repeat(FACTOR)) / few);
    }

    assertThat(least).isLessThan(4 * FACTOR);
  }

  private static long nanosToRead(String text) {
    FakeEnvironment environment = new FakeEnvironment();
    for (Option option : Option.values()) {
      environment.property(Option.SYSTEM_PROPERTY_PREFIX + option.key(), text);
    }
    environment.properties.remove("redial.config");
    environment.properties.remove("redial.service");
    environment.file("/a.properties", "route.a.match = " + text, "k = " + text, text);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    Configuration configuration = Configuration.load("config=/a.properties," + text, environment);
    long nanos = threads.getCurrentThreadCpuTime() - start;
    assertThat(configuration.faults()).isNotEmpty();
    return Math.max(nanos, 1);
  }

  @Property(tries = 1_000)
  void namesTheNearestKeyOfAnyWord(@ForAll @Size(max = 80) char[] letters) {
    OptionReader reader = new OptionReader();
    reader.set(reader.values, "", new String(letters), "x", Origin.ARGUMENT, "extends");
    String nearest = reader.faults().get(0).suggestion();

    assertThat(nearest == null || nearest.equals("extends") || Option.ofKey(nearest) != null)
        .isTrue();
  }
}
