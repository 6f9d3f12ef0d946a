package io.redial.subjects.diff;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What servers answer, by name. */
final class Responses {
  /** To most clients what is no HTTP looks like a head that broke off. */
  private static final List<String> BROKEN =
      Arrays.asList("reset", "nothing", "half-head", "no-http");

  private Responses() {}

  /** Whether a retry could mend it. */
  static boolean isRetryable(String name, String method) {
    return name.contains("hint") || (BROKEN.contains(name) && !method.equals("POST"));
  }

  static Map<String, OddServer.Step[]> all() {
    Map<String, OddServer.Step[]> all = new LinkedHashMap<>();
    OddServer.Step ok = Answers.ok("fine");
    put(all, "200", Answers.of(200, "hello", "X-A: 1", "X-A: 2", "Set-Cookie: a=b; Path=/"));
    put(all, "200-empty", Answers.ok(""));
    put(all, "200-chunked", Answers.chunked(Answers.text(20_000)));
    put(all, "gzip", Answers.gzip(Answers.text(5_000)));
    put(all, "gzip-bad", Answers.of(200, "not gzip", "Content-Encoding: gzip"));
    put(all, "encoding-unknown", Answers.of(200, "?", "Content-Encoding: odd"));
    put(all, "204", Answers.of(204, ""));
    put(all, "304", Answers.of(304, ""));
    for (int status : new int[] {301, 302, 303, 307, 308}) {
      put(all, "" + status, Answers.of(status, "moved", "Location: /other"), ok);
    }
    put(all, "302-circular", Answers.of(302, "", "Location: /thing?a=b"));
    put(all, "302-no-location", Answers.of(302, ""));
    put(all, "302-bad-location", Answers.of(302, "", "Location: http://[bad"));
    put(all, "302-elsewhere", elsewhere(), ok);
    put(all, "401", Answers.of(401, "who?", "WWW-Authenticate: Basic realm=\"odd\""));
    put(all, "404", Answers.of(404, "not here"));
    put(all, "500", Answers.of(500, "oops"));
    put(all, "503-hint", Answers.of(503, "not now", "Retry-After: 0"), ok);
    put(all, "reset", Answers.reset(), ok);
    put(all, "nothing", Answers.raw(""), ok);
    put(all, "half-head", Answers.raw("HTTP/1.1 200 OK\r\nConte"), ok);
    put(all, "half", Answers.raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"), ok);
    put(all, "no-http", Answers.raw("SMTP ready\r\n\r\n"), ok);
    put(all, "early-hints", Answers.after(103, ok));
    put(all, "bad-cookie", Answers.of(200, "", "Set-Cookie: ;;;", "Set-Cookie2: x"));
    put(all, "upgrade", Answers.of(426, "", "Upgrade: odd/2", "Connection: upgrade"));
    return all;
  }

  static Map<String, OddServer.Step[]> few() {
    Map<String, OddServer.Step[]> few = new LinkedHashMap<>(all());
    few.keySet()
        .retainAll(
            new TreeSet<>(Arrays.asList("200", "gzip", "204", "302", "404", "503-hint", "reset")));
    return few;
  }

  private static OddServer.Step elsewhere() {
    return visit -> {
      String port = visit.header("host").replaceAll(".*:", "");
      Answers.of(302, "", "Location: http://localhost:" + port + "/there").play(visit);
    };
  }

  private static void put(Map<String, OddServer.Step[]> all, String name, OddServer.Step... steps) {
    all.put(name, steps);
  }
}
