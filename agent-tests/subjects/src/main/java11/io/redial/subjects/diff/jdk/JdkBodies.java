package io.redial.subjects.diff.jdk;

import io.redial.subjects.diff.Answers;
import io.redial.subjects.diff.Cases;
import io.redial.subjects.diff.Family;
import io.redial.subjects.diff.OddServer;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Handlers by responses, and publishers by servers. */
public final class JdkBodies implements Family {
  private static final Set<String> RETRYABLE =
      Set.of("503-hint", "429-hint", "reset", "half", "nothing");

  @Override
  public Cases cases() {
    Cases cases = new Cases("jdk");
    for (boolean async : new boolean[] {false, true}) {
      Handlers.all()
          .forEach(
              (handlerName, handler) ->
                  responses()
                      .forEach(
                          (answerName, answer) ->
                              cases.add(
                                  Call.way(async) + "/" + handlerName + "/" + answerName,
                                  RETRYABLE.contains(answerName),
                                  journal -> {
                                    HttpRequest.Builder request = request(journal.server(answer));
                                    if (answerName.equals("HEAD")) {
                                      request.method("HEAD", HttpRequest.BodyPublishers.noBody());
                                    }
                                    new Call(journal, async)
                                        .make(request.build(), handler.apply(journal));
                                  })));
      Publishers.all()
          .forEach(
              (publisherName, publisher) ->
                  servers()
                      .forEach(
                          (serverName, steps) -> {
                            for (String method : new String[] {"POST", "PUT"}) {
                              cases.add(
                                  Call.way(async)
                                      + "/"
                                      + method
                                      + "/"
                                      + publisherName
                                      + "/"
                                      + serverName,
                                  isRetryable(serverName, method),
                                  journal ->
                                      new Call(journal, async)
                                          .make(
                                              request(journal.server(steps))
                                                  .method(method, publisher.make(journal))
                                                  .expectContinue(serverName.startsWith("expect"))
                                                  .build(),
                                              BodyHandlers.ofString()));
                            }
                          }));
    }
    return cases;
  }

  private static boolean isRetryable(String server, String method) {
    return server.contains("hint") || (method.equals("PUT") && server.contains("reset"));
  }

  private static HttpRequest.Builder request(OddServer server) {
    return HttpRequest.newBuilder(URI.create(server.url("/thing?a=b"))).header("X-Asked", "yes");
  }

  private static Map<String, OddServer.Step> responses() {
    Map<String, OddServer.Step> all = new LinkedHashMap<>();
    all.put(
        "200",
        Answers.of(
            200, "hello", "X-A: 1", "X-A: 2", "Content-Disposition: attachment; filename=got.txt"));
    all.put("200-chunked", Answers.chunked(Answers.text(20_000)));
    all.put("204", Answers.of(204, ""));
    all.put("304", Answers.of(304, "gone"));
    all.put("HEAD", Answers.of(200, "not sent"));
    all.put("404", Answers.of(404, "not here"));
    all.put("503", Answers.of(503, "not now"));
    all.put("503-hint", Answers.of(503, "not now", "Retry-After: 0"));
    all.put("429-hint", Answers.of(429, Answers.text(20_000), "Retry-After: 1"));
    all.put("reset", Answers.reset());
    all.put("nothing", Answers.raw(""));
    all.put("half", Answers.raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"));
    all.put("no-http", Answers.raw("SMTP ready\r\n\r\n"));
    all.put("bad-length", Answers.raw("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n"));
    all.put("early-hints", Answers.after(103, Answers.ok("after hints")));
    return all;
  }

  private static Map<String, OddServer.Step[]> servers() {
    Map<String, OddServer.Step[]> all = new LinkedHashMap<>();
    OddServer.Step ok = Answers.ok("thanks");
    all.put("200", new OddServer.Step[] {ok});
    all.put("307", new OddServer.Step[] {Answers.of(307, "", "Location: /other"), ok});
    all.put(
        "413-early", new OddServer.Step[] {Answers.early(413, "too much", "Connection: close")});
    all.put("503-hint", new OddServer.Step[] {Answers.of(503, "not now", "Retry-After: 0"), ok});
    all.put(
        "503-hint-early",
        new OddServer.Step[] {Answers.early(503, "", "Retry-After: 0", "Connection: close"), ok});
    all.put("reset", new OddServer.Step[] {Answers.resetAfter(1), ok});
    all.put("expect", new OddServer.Step[] {ok});
    all.put(
        "expect-417",
        new OddServer.Step[] {
          visit -> Answers.raw("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n").play(visit)
        });
    return all;
  }
}
