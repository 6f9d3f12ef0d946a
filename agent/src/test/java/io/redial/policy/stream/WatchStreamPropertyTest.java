package io.redial.policy.stream;

import static io.redial.policy.stream.WatchReader.added;
import static io.redial.policy.stream.WatchReader.bookmark;
import static io.redial.policy.stream.WatchReader.error;
import static io.redial.policy.stream.WatchReader.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.stream.WatchReader.Ending;
import io.redial.policy.stream.WatchReader.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Rules 10.4 and 10.5: whatever a server sends, in whatever pieces, and wherever it breaks off. */
class WatchStreamPropertyTest {
  private static final String PODS = "/api/v1/pods?watch=true";
  private static final int ENOUGH = 100;

  @Property
  @Rule({"10.4", "10.5"})
  void itDoesNotMatterInWhichPiecesTheBytesCome(
      @ForAll("streams") String stream,
      @ForAll("targets") String target,
      @ForAll Ending ending,
      @ForAll long seed) {
    Random lengths = new Random(seed);
    WatchReader whole = new WatchReader(target);
    WatchReader inPieces = new WatchReader(target).pieces(left -> lengths.nextInt(12));

    boolean wholeInOrder = whole.reads(source(stream, ending), twice(source(stream, ending)));
    boolean inOrder = inPieces.reads(source(stream, ending), twice(source(stream, ending)));

    assertThat(inPieces.got()).isEqualTo(whole.got());
    assertThat(inPieces.asked).isEqualTo(whole.asked);
    assertThat(inOrder).isEqualTo(wholeInOrder);
  }

  /** The application's own watch breaks off after each of its bytes, and the others anywhere. */
  @Property(tries = 50)
  @Rule({"10.4", "10.5"})
  void eachEventComesOnceAndInOrderWhereverTheWatchBreaksOff(
      @ForAll("histories") List<String> history,
      @ForAll @Size(max = 4) List<@IntRange(max = 300) Integer> furtherCuts,
      @ForAll boolean clean) {
    String expected =
        String.join("", history.stream().filter(WatchStreamPropertyTest::counts).toList());
    ApiServer server = new ApiServer(history);
    String all = server.following(0);
    for (int cut = 0; cut <= all.length(); cut++) {
      Iterator<Integer> cuts = furtherCuts.iterator();
      WatchReader reader = new WatchReader(PODS + "&resourceVersion=1").mostFailures(ENOUGH);
      String first = all.substring(0, cut);

      boolean inOrder =
          reader.reads(
              source(first, clean ? Ending.END : Ending.CUT),
              to -> {
                String rest = server.following(to);
                int length = cuts.hasNext() ? cuts.next() : rest.length();
                return length < rest.length()
                    ? source(rest.substring(0, length), Ending.CUT)
                    : Source.ending(rest);
              });

      assertThat(reader.got()).as("cut at %d", cut).isEqualTo(expected);
      assertThat(inOrder).isEqualTo(clean || cut < all.length());
    }
  }

  /** Objects that exist already come in any order, so that no version stands for those before. */
  @Property(tries = 50)
  @Rule({"10.4", "10.5"})
  void aWatchWithInitialEventsNeverDoublesThem(
      @ForAll("histories") List<String> history, @ForAll("beginnings") String query) {
    String initial = added(90) + added(70) + added(80);
    String end =
        "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"annotations\":"
            + "{\"k8s.io/initial-events-end\":\"true\"},\"resourceVersion\":\"99\"}}}\n";
    ApiServer server = new ApiServer(history);
    String all = initial + end + server.following(0);
    String expected =
        initial
            + String.join("", history.stream().filter(WatchStreamPropertyTest::counts).toList());
    for (int cut = 0; cut <= all.length(); cut++) {
      WatchReader reader = new WatchReader(PODS + query).mostFailures(ENOUGH);
      String first = all.substring(0, cut);

      boolean inOrder =
          reader.reads(source(first, Ending.CUT), to -> Source.ending(server.following(to)));

      boolean isKnown = cut >= initial.length() + end.length();
      assertThat(reader.asked.isEmpty()).isEqualTo(!isKnown || cut == all.length());
      assertThat(inOrder).isEqualTo(isKnown && cut < all.length());
      if (isKnown) {
        assertThat(reader.got()).as("cut at %d", cut).isEqualTo(expected);
      } else {
        assertThat(all).startsWith(reader.got());
      }
    }
  }

  @Property
  @Rule({"1.4", "10.4"})
  void nothingThatAServerSendsDoesHarm(
      @ForAll("garbage") List<byte[]> bodies,
      @ForAll("targets") String target,
      @ForAll @Size(min = 1, max = 5) List<@IntRange(min = 200, max = 204) Integer> statuses,
      @ForAll long seed) {
    Random random = new Random(seed);
    WatchReader reader = new WatchReader(target).pieces(left -> random.nextInt(20));
    Ending[] endings = Ending.values();
    Function<String, Source> server =
        to -> {
          if (reader.asked.size() > ENOUGH) {
            return null;
          }
          int status = statuses.get(random.nextInt(statuses.size()));
          return new Source(
              status == 200 || random.nextBoolean() ? 200 : 410,
              bodies.get(random.nextInt(bodies.size())),
              endings[random.nextInt(endings.length)]);
        };

    reader.reads(new Source(200, bodies.get(0), endings[random.nextInt(3)]), server);
  }

  /** Without a further source, nothing is added and nothing but bookmarks is missing. */
  @Property
  @Rule("10.5")
  void aWatchThatDoesNotGoOnIsLeftAsItIs(
      @ForAll("garbage") List<byte[]> bodies, @ForAll long seed, @ForAll Ending ending) {
    Random random = new Random(seed);
    String body = new String(bodies.get(0), StandardCharsets.ISO_8859_1);
    String target = PODS + "&resourceVersion=1&allowWatchBookmarks=true";
    WatchReader reader = new WatchReader(target).pieces(left -> random.nextInt(20));

    boolean inOrder = reader.reads(source(body, ending), to -> null);

    assertThat(body).startsWith(reader.got());
    if (ending != Ending.OPEN && !reader.got().equals(body)) {
      assertThat(reader.got()).endsWith(error(500)); // After which a server sends nothing more.
      assertThat(inOrder).isTrue();
    }
  }

  @Provide
  Arbitrary<List<String>> histories() {
    Arbitrary<String> types = Arbitraries.of("ADDED", "MODIFIED", "DELETED", "BOOKMARK");
    return types
        .list()
        .ofMinSize(1)
        .ofMaxSize(6)
        .map(
            list -> {
              List<String> events = new ArrayList<>();
              for (String type : list) {
                events.add(event(type, 100 + 3 * events.size()));
              }
              events.add(error(410)); // So that every watch ends.
              return events;
            });
  }

  @Provide
  Arbitrary<String> beginnings() {
    return Arbitraries.of(
        "",
        "&resourceVersion=0",
        "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
        "&resourceVersion=50&sendInitialEvents=1&resourceVersionMatch=NotOlderThan");
  }

  @Provide
  Arbitrary<String> targets() {
    return Arbitraries.of(
        PODS,
        PODS + "&resourceVersion=1",
        PODS + "&resourceVersion=1&timeoutSeconds=5",
        PODS + "&resourceVersion=1&allowWatchBookmarks=true",
        PODS + "&sendInitialEvents=true");
  }

  @Provide
  Arbitrary<String> streams() {
    return Arbitraries.oneOf(
            Arbitraries.of(2, 3, 7).map(WatchReader::added),
            Arbitraries.of("4", "0", "a b").map(WatchReader::bookmark),
            Arbitraries.of(410, 500, 504).map(WatchReader::error),
            Arbitraries.of(
                added(8).replace("\n", "\r\n"), "\n", " \r\n", "{}\n", "<", added(9) + "{"))
        .list()
        .ofMaxSize(8)
        .map(lines -> String.join("", lines));
  }

  @Provide
  Arbitrary<List<byte[]>> garbage() {
    Arbitrary<String> tokens =
        Arbitraries.of(
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\"",
            "\\",
            "\\u00",
            "\n",
            "\"type\":\"ADDED\"",
            "-1e9",
            "true",
            "nul",
            "\u0000",
            "\u00ff",
            added(3),
            bookmark(4),
            error(500),
            error(410),
            "{\"type\":\"ERROR\",\"object\":",
            "\"kind\":\"Status\"",
            "[".repeat(600));
    return tokens
        .list()
        .ofMaxSize(12)
        .map(list -> String.join("", list).getBytes(StandardCharsets.ISO_8859_1))
        .list()
        .ofMinSize(1)
        .ofMaxSize(3);
  }

  private static boolean counts(String event) {
    return !event.contains("BOOKMARK");
  }

  /** Afterwards, there is no server any more. */
  private static Function<String, Source> twice(Source source) {
    Iterator<Source> sources = List.of(source, source).iterator();
    return to -> sources.hasNext() ? sources.next() : null;
  }

  private static Source source(String body, Ending ending) {
    return new Source(200, body.getBytes(StandardCharsets.ISO_8859_1), ending);
  }

  /** Sends the events after the version that it is asked for. */
  private record ApiServer(List<String> history) {
    String following(String target) {
      List<String> parameters = Arrays.asList(target.substring(target.indexOf('?') + 1).split("&"));
      assertThat(parameters)
          .contains("allowWatchBookmarks=true")
          .noneMatch(parameter -> parameter.startsWith("sendInitialEvents"))
          .noneMatch(parameter -> parameter.startsWith("resourceVersionMatch"));
      List<String> asked =
          parameters.stream().filter(name -> name.startsWith("resourceVersion=")).toList();
      assertThat(asked).hasSize(1);
      return following(Integer.parseInt(asked.get(0).substring("resourceVersion=".length())));
    }

    String following(int version) {
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < history.size(); i++) {
        boolean isError = i == history.size() - 1;
        lines.append(isError || 100 + 3 * i > version ? history.get(i) : "");
      }
      return lines.toString();
    }
  }
}
