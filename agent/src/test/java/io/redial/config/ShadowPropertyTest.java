package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;

/** A route that is said to be shadowed never matches a call that the earlier one leaves. */
class ShadowPropertyTest {
  private static final int CALLS = 30;

  private record Pattern(
      String methods, String scheme, List<String> host, String port, List<String> path) {

    /** The same in the parts whose bit is set, the other one in the others. */
    Pattern mixed(Pattern other, int mask) {
      return new Pattern(
          (mask & 1) != 0 ? methods : other.methods,
          (mask & 2) != 0 ? scheme : other.scheme,
          (mask & 4) != 0 ? host : other.host,
          (mask & 8) != 0 ? port : other.port,
          (mask & 16) != 0 ? path : other.path);
    }

    UrlPattern parsed() throws BadValue {
      return new UrlPattern(toString());
    }

    @Override
    public String toString() {
      String space = methods.isEmpty() ? "" : " ";
      return (methods + space + scheme + "://" + String.join(".", host) + port + "/")
          + String.join("/", path);
    }
  }

  /** Calls that a pattern probably matches, and a few that are odd. */
  private record Calls(Pattern pattern, Random random) {

    FakeTarget next() {
      String method = oneOf("GET", "PUT", "POST", null);
      if (!pattern.methods.isEmpty() && random.nextInt(10) > 0) {
        method = oneOf(pattern.methods.split(","));
      }
      String scheme = pattern.scheme.equals("*") ? oneOf("http", "HTTPS") : pattern.scheme;
      int port = Integer.parseInt(oneOf("-1", "80", "443", "8080"));
      if (pattern.port.matches(":\\d+") && random.nextBoolean()) {
        port = Integer.parseInt(pattern.port.substring(1));
      }
      String path = random.nextInt(5) == 0 ? oneOf("*", "", null, "?a", "//") : path();
      return new FakeTarget(method, scheme, host(), port, path);
    }

    private String host() {
      List<String> labels = new ArrayList<>();
      for (String label : pattern.host) {
        labels.add(label.equals("*") ? oneOf("a", "b", "", "a.b") : label);
      }
      String host = String.join(".", labels);
      return oneOf(host, host, host, host + ".", host.toUpperCase(Locale.ROOT), null);
    }

    private String path() {
      List<String> segments = new ArrayList<>();
      for (String segment : pattern.path) {
        if (segment.equals("**")) {
          for (int i = random.nextInt(4); i > 0; i--) {
            segments.add(piece());
          }
        } else {
          StringBuilder filled = new StringBuilder();
          for (int i = 0; i < segment.length(); i++) {
            filled.append(segment.charAt(i) == '*' ? piece() : segment.substring(i, i + 1));
          }
          segments.add(filled.toString());
        }
      }
      return "/" + String.join("/", segments) + oneOf("", "", "?a/b");
    }

    private String piece() {
      return oneOf("", "a", "b", "c", "ab", "ba", "aab", "*", "**");
    }

    private String oneOf(String... texts) {
      return texts[random.nextInt(texts.length)];
    }
  }

  @Provide
  Arbitrary<Pattern> patterns() {
    Arbitrary<String> segments =
        Arbitraries.oneOf(
            Arbitraries.of("**", "**", "*", "a", ""),
            Arbitraries.strings()
                .withChars("ab*")
                .ofMaxLength(4)
                .map(text -> text.replaceAll("\\*+", "*")));
    Arbitrary<List<String>> hosts =
        Arbitraries.oneOf(
            Arbitraries.of("a", "A", "b", "*").list().ofMinSize(1).ofMaxSize(3),
            Arbitraries.of(List.of("*"), List.of("[::1]")));
    return Combinators.combine(
            Arbitraries.of("", "", "GET", "PUT", "GET,PUT", "PUT,POST,GET"),
            Arbitraries.of("http", "https", "*"),
            hosts,
            Arbitraries.of("", "", ":80", ":443", ":8080", ":*"),
            segments.list().ofMinSize(1).ofMaxSize(5))
        .as(Pattern::new);
  }

  /** An earlier and a later one, which have some parts in common. */
  @Provide
  Arbitrary<Tuple.Tuple2<Pattern, Pattern>> pairs() {
    return Combinators.combine(patterns(), patterns(), Arbitraries.integers().between(0, 31))
        .as((one, other, mask) -> Tuple.of(one.mixed(other, mask), one));
  }

  @Property(tries = 20_000, edgeCases = EdgeCasesMode.NONE)
  void whatAShadowedRouteMatchesTheEarlierOneMatches(
      @ForAll("pairs") Tuple.Tuple2<Pattern, Pattern> pair, @ForAll Random random) throws BadValue {
    UrlPattern earlier = pair.get1().parsed();
    UrlPattern later = pair.get2().parsed();
    boolean shadows = earlier.covers(later);

    int matched = 0;
    Calls calls = new Calls(pair.get2(), random);
    for (int i = 0; shadows && i < CALLS; i++) {
      FakeTarget call = calls.next();
      if (later.matches(call, NormalPath.of(call.path()))) {
        matched++;
        assertThat(earlier.matches(call, NormalPath.of(call.path())))
            .as("%s: %s", pair, call.path())
            .isTrue();
      }
    }
    boolean differ = !pair.get1().equals(pair.get2());
    Statistics.label("shadows by another pattern, with calls that prove it")
        .collect(shadows && differ && matched > 2)
        .coverage(coverage -> coverage.check(true).percentage(share -> share > 3));
  }

  @Property(tries = 2_000)
  void everyPatternShadowsItselfAndEverythingShadowsIt(@ForAll("patterns") Pattern pattern)
      throws BadValue {
    assertThat(pattern.parsed().covers(pattern.parsed())).isTrue();
    assertThat(new UrlPattern("*://*:*/**").covers(pattern.parsed())).isTrue();
  }
}
