package io.redial.policy.stream;

import static io.redial.policy.stream.WatchReader.added;
import static io.redial.policy.stream.WatchReader.error;
import static io.redial.policy.stream.WatchReader.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.redial.Rule;
import io.redial.policy.stream.WatchReader.Source;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cases of client-go's TestNewRetryWatcher and TestRetryWatcher under their names. Where Redial
 * differs, the last column says why. One difference holds for all rows: the first watch is the
 * application's own and has succeeded, so a row in which client-go's first watch fails begins here
 * with a watch that is cut before its first event.
 */
class RetryWatcherCasesTest {
  private static final String NONE = "";

  @ParameterizedTest(name = "{0}")
  @CsvSource({"empty RV should fail, ''", "RV \"0\" should fail, 0"})
  @Rule("10.4")
  void newRetryWatcher(String name, String initialVersion) {
    // Difference: the application may watch like this, but the watch does not go on.
    WatchReader reader = new WatchReader(target(initialVersion));

    boolean inOrder = reader.reads(Source.cut(added(2)), to -> Source.ending(added(3)));

    assertThat(reader.asked).isEmpty();
    assertThat(reader.got()).isEqualTo(added(2));
    assertThat(inOrder).isFalse();
  }

  /**
   * @param watches how many client-go makes, as in its table
   * @param expected lines that the application gets
   * @param difference why there are other events or another number of watches, or nothing
   */
  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  @Rule("10.4")
  void retryWatcher(
      String name,
      int initialVersion,
      Server server,
      int watches,
      List<String> expected,
      String difference) {
    String target = target(initialVersion);
    WatchReader reader = new WatchReader(target);

    reader.reads(server.apply(target), server);

    assertThat(reader.lines()).as(difference).isEqualTo(expected);
    assertThat(server.watches).as(difference).isEqualTo(watches);
  }

  static Stream<Arguments> cases() {
    String ownFirst = "client-go's first watch fails; here the application's own is cut";
    String noWatch = "the body of a status that is no 200 is not an event of this watch: the end";
    return Stream.of(
        row("recovers if watchClient returns error", 1, failingFirst(added(2)), 2, ownFirst, 2),
        arguments(
            "recovers from 410 Gone error on watch establishment",
            1,
            refusing(410, added(2)),
            2,
            List.of(error(410).trim()),
            "client-go asks with the same version again and again; Redial delivers the 410, on"
                + " which informers list anew"),
        row(
            "recovers if watchClient returns nil watcher",
            1,
            failingFirst(added(2)),
            2,
            ownFirst,
            2),
        row("works with empty initialRV", 1, server(added(2)), 1, NONE, 2),
        row(
            "works with initialRV set, skipping the preceding items but reading those directly"
                + " following",
            1,
            server(added(1), added(2)),
            1,
            NONE,
            2),
        row(
            "works with initialRV set, skipping the preceding items with none following",
            3,
            server(added(2)),
            1,
            NONE),
        arguments(
            "fails on Gone (RV too old error)",
            5,
            server(added(5), added(6), error(410), added(7), added(8)),
            1,
            lines(added(6), error(410), added(7), added(8)),
            "the watch has ended for client-go; Redial passes on whatever the server still sends"),
        arguments(
            "fails on Forbidden",
            5,
            refusing(403),
            2,
            List.of(),
            noWatch + "; the first watch is the application's own"),
        arguments(
            "fails on Unauthorized",
            5,
            refusing(401),
            2,
            List.of(),
            noWatch + "; the first watch is the application's own"),
        row(
            "recovers from timeout error",
            5,
            server(added(6), error(504), added(7)),
            2,
            NONE,
            6,
            7),
        row(
            "recovers from internal server error",
            5,
            server(added(6), error(500), added(7)),
            2,
            NONE,
            6,
            7),
        row(
            "recovers from unexpected error code",
            5,
            server(added(6), error(666), added(7)),
            2,
            NONE,
            6,
            7),
        row(
            "recovers from unexpected error type",
            5,
            server(added(6), "{\"type\":\"ERROR\",\"object\":{\"kind\":\"X\"}}\n", added(7)),
            2,
            NONE,
            6,
            7),
        row("survives 1 closed watch and reads 1 item", 5, closing(1, added(6)), 2, NONE, 6),
        row(
            "survives 2 closed watches and reads 2 items",
            4,
            closing(1, added(5), added(6)),
            3,
            NONE,
            5,
            6),
        row(
            "survives 2 closed watches and reads 2 items for nonconsecutive RVs",
            4,
            closing(1, added(5), added(7)),
            3,
            NONE,
            5,
            7),
        row(
            "survives 2 closed watches and reads 2 items for nonconsecutive RVs starting at much"
                + " lower RV",
            2,
            closing(1, added(5), added(7)),
            3,
            NONE,
            5,
            7),
        row(
            "survives 4 closed watches and reads 4 items for nonconsecutive, spread RVs",
            2,
            closing(1, added(5), added(6), added(7), added(11)),
            5,
            NONE,
            5,
            6,
            7,
            11),
        row(
            "survives 4 closed watches and reads 4 items for nonconsecutive, spread RVs and skips"
                + " those with lower or equal RV",
            2,
            closing(1, added(1), added(2), added(5), added(6), added(7), added(11)),
            5,
            NONE,
            5,
            6,
            7,
            11),
        row(
            "survives 2 closed watches and reads 2+2+1 items skipping those with equal RV",
            1,
            closing(2, added(1), added(2), added(5), added(6), added(7), added(11)),
            3,
            NONE,
            2,
            5,
            6,
            7,
            11));
  }

  private static Arguments row(
      String name,
      int initialVersion,
      Server server,
      int watches,
      String difference,
      Integer... versions) {
    String[] events = Stream.of(versions).map(WatchReader::added).toArray(String[]::new);
    return arguments(name, initialVersion, server, watches, lines(events), difference);
  }

  private static List<String> lines(String... events) {
    return Stream.of(events).map(String::trim).toList();
  }

  private static String target(Object version) {
    return "/api/v1/pods?watch=true&resourceVersion=" + version;
  }

  private static Server server(String... events) {
    return new Server(List.of(events));
  }

  private static Server failingFirst(String... events) {
    return server(events).answersFirst(Source.cut());
  }

  private static Server refusing(int status, String... events) {
    return failingFirst(events).answersFirst(Source.answering(status, status(status, "")));
  }

  private static Server closing(int after, String... events) {
    Server server = server(events);
    server.closesAfter = after;
    return server;
  }

  /** client-go's fake: each watch gets what follows its version. Mutable, for one row. */
  private static final class Server implements Function<String, Source> {
    private static final String ASKED = "resourceVersion=";
    private static final String TOLD = "resourceVersion\":\"";

    private final List<String> events;
    private final Deque<Source> answers = new ArrayDeque<>();
    private int closesAfter = Integer.MAX_VALUE;
    private int watches;

    Server(List<String> events) {
      this.events = events;
    }

    Server answersFirst(Source source) {
      answers.add(source);
      return this;
    }

    @Override
    public Source apply(String target) {
      watches++;
      return answers.isEmpty() ? watch(number(target, ASKED)) : answers.remove();
    }

    private Source watch(int version) {
      List<String> following = new ArrayList<>();
      for (String event : events) {
        boolean isError = event.contains("ERROR");
        if (isError ? !following.isEmpty() : number(event, TOLD) > version) {
          following.add(event);
        }
      }
      return following.size() < closesAfter
          ? Source.open(following.toArray(String[]::new))
          : Source.ending(following.subList(0, closesAfter).toArray(String[]::new));
    }

    private static int number(String text, String before) {
      int start = text.indexOf(before) + before.length();
      int end = start;
      while (end < text.length() && Character.isDigit(text.charAt(end))) {
        end++;
      }
      return Integer.parseInt(text, start, end, 10);
    }

    @Override
    public String toString() {
      return events.toString();
    }
  }
}
