package io.redial.contract;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A route is compared with the path that the client sends, whatever the program has written. */
final class RoutePathTest {
  @TempDir private static Path folder;

  /**
   * A request and a route that forbids retries.
   *
   * @param written the path in the program
   * @param sent the path on the wire
   * @param match the path in the route
   */
  private record Row(String written, String sent, String match) {}

  private static final List<Row> ROWS =
      List.of(
          new Row("/\u00fc/1", "/%C3%BC/1", "/%C3%BC/1"),
          new Row("/u\u0308/2", "/%C3%BC/2", "/%c3%bc/*2"),
          new Row("/%c3%bc/3", "/%c3%bc/3", "/%C3%BC/3"),
          new Row("/\u00fc/%7e4", "/%C3%BC/%7e4", "/*/~4"),
          new Row("/%7e5", "/%7e5", "/~5"),
          new Row("/~6", "/~6", "/%7E6"),
          new Row("/%41%20%2f7", "/%41%20%2f7", "/A%20%2F7"),
          new Row("/a/../8", "/a/../8", "/a/../8"),
          new Row("/a/%2e%2e/9", "/a/%2e%2e/9", "/a/../9"));

  /** Paths whose slashes some clients merge, and the routes for the merged ones. */
  private static final List<Row> SLASHES =
      List.of(
          new Row("//b1", "/b1", "/b1"),
          new Row("///b//2", "/b//2", "/b//2"),
          new Row("/b//3", "/b/3", "/b/3"),
          new Row("//b//4/", "/b/4/", "/b/4/"));

  private static String options;

  @BeforeAll
  static void writeRoutes() throws IOException {
    List<String> lines = new ArrayList<>();
    for (List<Row> rows : List.of(ROWS, SLASHES)) {
      for (Row row : rows) {
        int number = lines.size();
        lines.add("route.r" + number + ".match = *://*:*" + row.match);
        lines.add("route.r" + number + ".max-retries = 0");
      }
    }
    Path file = folder.resolve("routes.properties");
    Files.write(file, lines);
    options = "config=" + file;
  }

  @ContractTest
  @Rule("5.1")
  void aRouteIsNotMissedForHowItsPathIsWritten(Subject subject) {
    SoftAssertions softly = new SoftAssertions();
    for (Row row : ROWS) {
      try (FaultServer server = hinting()) {
        String status = subject.with(options).get(server.url(row.written)).send().get("status");

        if (encodes(row, subject)) {
          softly.assertThat(sent(server)).as(row.written).isEqualTo(row.sent);
        }
        softly.assertThat(status).as(row.written).isEqualTo("503");
        softly.assertThat(server.attempts()).as(row.written).hasSize(1);
      }
    }
    softly.assertAll();
  }

  @ContractTest
  @Rule("5.1")
  void severalSlashesAreOneOnlyForAClientThatSendsThemSo(Subject subject) {
    SoftAssertions softly = new SoftAssertions();
    int merged = 0;
    for (Row row : SLASHES) {
      if (row.written.startsWith("//") && refusesSlashes(subject)) {
        continue;
      }
      try (FaultServer server = hinting()) {
        String status = subject.with(options).get(server.url(row.written)).send().get("status");
        if (server.attempts().isEmpty()) {
          continue; // Some clients refuse two slashes at the beginning.
        }
        String sent = sent(server);
        boolean matches = sent.equals(row.sent);

        merged += matches ? 1 : 0;
        String as = row.written + ", sent as " + sent;
        softly.assertThat(status).as(as).isEqualTo(matches ? "503" : "200");
        softly.assertThat(server.attempts()).as(as).hasSize(matches ? 1 : 2);
      }
    }
    softly.assertThat(merged).as("how many of them this client merges").isEqualTo(merges(subject));
    softly.assertAll();
  }

  /** The path that the server got: the minimal HttpAsyncClient 4.0 sends whole URLs. */
  private static String sent(FaultServer server) {
    String target = server.attempts().get(0).path();
    return target.startsWith("http://") ? target.substring(target.indexOf('/', 7)) : target;
  }

  /** HttpClient 5 sends other characters than ASCII as they are, or a question mark for them. */
  private static boolean encodes(Row row, Subject subject) {
    return !subject.client().label().startsWith("apache5")
        || row.written.chars().allMatch(c -> c < 0x80);
  }

  /** The requests of HttpClient 5.1 to 5.3 cannot be made with two slashes at the beginning. */
  private static boolean refusesSlashes(Subject subject) {
    return subject.client().label().matches("apache5-.*-5\\.[123].*");
  }

  /**
   * HttpClient 4 merges slashes: up to 4.5.7 those in front, newer blocking ones others too.
   * HttpClient 5.0 takes what follows two of them for a host.
   */
  private static int merges(Subject subject) {
    String label = subject.client().label();
    if (label.matches("apache5-(async|classic)-5\\.0.*")) {
      return 1;
    }
    if (!label.startsWith("apache4")) {
      return 0;
    }
    boolean async = label.contains("async");
    if (label.endsWith("4.5")) {
      return async ? 0 : 3;
    }
    return label.matches("apache4-minimalasync.*") ? 0 : 2;
  }

  private static FaultServer hinting() {
    return new FaultServer().plays(Answer.unavailable("0"), Answer.ok("up"));
  }
}
