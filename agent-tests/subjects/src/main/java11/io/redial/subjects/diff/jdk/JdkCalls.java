package io.redial.subjects.diff.jdk;

import io.redial.subjects.diff.Answers;
import io.redial.subjects.diff.Cases;
import io.redial.subjects.diff.Family;
import io.redial.subjects.diff.Journal;
import io.redial.subjects.diff.OddServer;
import java.net.Authenticator;
import java.net.CookieManager;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Redirects, logins, cookies, executors, timeouts, cancellations, handshakes and bad arguments. */
public final class JdkCalls implements Family {
  private final Cases cases = new Cases("jdk");

  @Override
  public Cases cases() {
    for (boolean async : new boolean[] {false, true}) {
      redirects(async);
      logins(async);
      executors(async);
      timeouts(async);
      arguments(async);
      nested(async);
    }
    futures();
    handshakes();
    return cases;
  }

  private void redirects(boolean async) {
    for (HttpClient.Redirect policy : HttpClient.Redirect.values()) {
      for (int status : new int[] {301, 302, 303, 307, 308}) {
        for (String to : new String[] {"/other", "elsewhere", "/thing", "http://[bad", ""}) {
          for (String method : new String[] {"GET", "POST"}) {
            String name = to.isEmpty() ? "nowhere" : to.replace("/", "");
            cases.add(
                Call.way(async) + "/redirect/" + policy + "/" + status + "/" + name + "/" + method,
                journal -> {
                  OddServer server =
                      to.equals("/thing")
                          ? journal.server(redirect(status, to))
                          : journal.server(redirect(status, to), Answers.ok("there"));
                  HttpClient client = HttpClient.newBuilder().followRedirects(policy).build();
                  new Call(journal, async, client)
                      .make(
                          request(server).method(method, body(method)).build(),
                          BodyHandlers.ofString());
                });
          }
        }
      }
    }
  }

  private static HttpRequest.BodyPublisher body(String method) {
    return method.equals("POST")
        ? HttpRequest.BodyPublishers.ofString("some text")
        : HttpRequest.BodyPublishers.noBody();
  }

  private static OddServer.Step redirect(int status, String to) {
    return visit -> {
      String port = visit.header("host").replaceAll(".*:", "");
      String location = to.equals("elsewhere") ? "http://localhost:" + port + "/there" : to;
      if (location.isEmpty()) {
        Answers.of(status, "moved").play(visit);
      } else {
        Answers.of(status, "moved", "Location: " + location).play(visit);
      }
    };
  }

  private static HttpRequest.Builder request(OddServer server) {
    return HttpRequest.newBuilder(URI.create(server.url("/thing")));
  }

  private void logins(boolean async) {
    for (String password : new String[] {"right", "wrong", "none", "throws"}) {
      for (String method : new String[] {"GET", "POST"}) {
        cases.add(
            Call.way(async) + "/login/" + password + "/" + method,
            journal -> {
              OddServer.Step asks =
                  Answers.of(401, "who are you?", "WWW-Authenticate: Basic realm=\"odd\"");
              OddServer server =
                  password.equals("right")
                      ? journal.server(asks, Answers.ok("welcome"))
                      : journal.server(asks);
              HttpClient client =
                  HttpClient.newBuilder().authenticator(new Login(journal, password)).build();
              new Call(journal, async, client)
                  .make(
                      request(server).method(method, body(method)).build(),
                      BodyHandlers.ofString());
            });
      }
    }
    cases.add(
        Call.way(async) + "/login/no-authenticator",
        journal ->
            new Call(journal, async)
                .make(
                    request(
                            journal.server(
                                Answers.of(401, "who?", "WWW-Authenticate: Basic realm=x")))
                        .build(),
                    BodyHandlers.ofString()));
    cases.add(
        Call.way(async) + "/cookies",
        journal -> {
          OddServer server =
              journal.server(Answers.of(200, "one", "Set-Cookie: a=b; Path=/"), Answers.ok("two"));
          CookieManager cookies = new CookieManager();
          HttpClient client = HttpClient.newBuilder().cookieHandler(cookies).build();
          Call call = new Call(journal, async, client);
          call.make(request(server).build(), BodyHandlers.ofString());
          call.make(request(server).build(), BodyHandlers.ofString());
          journal.note("cookies", cookies.getCookieStore().getCookies());
        });
  }

  private static final class Login extends Authenticator {
    private final Journal journal;
    private final String password;

    Login(Journal journal, String password) {
      this.journal = journal;
      this.password = password;
    }

    @Override
    protected PasswordAuthentication getPasswordAuthentication() {
      journal.event("authenticator", getRequestingPrompt() + " " + getRequestorType());
      if (password.equals("throws")) {
        throw new IllegalStateException("no password");
      }
      return password.equals("none")
          ? null
          : new PasswordAuthentication("bob", password.toCharArray());
    }
  }

  private void executors(boolean async) {
    Map<String, Function<Journal, Executor>> executors = new LinkedHashMap<>();
    executors.put("direct", journal -> Runnable::run);
    executors.put(
        "rejecting",
        journal ->
            task -> {
              throw new RejectedExecutionException("the executor's");
            });
    executors.put(
        "shut-down",
        journal -> {
          ExecutorService executor = Executors.newSingleThreadExecutor();
          executor.shutdown();
          return executor;
        });
    executors.put(
        "single",
        journal -> {
          ExecutorService executor = Executors.newSingleThreadExecutor();
          journal.closing(executor::shutdownNow);
          return executor;
        });
    executors.forEach(
        (name, executor) -> {
          if (!async && (name.equals("rejecting") || name.equals("shut-down"))) {
            return; // A blocking call never ends there.
          }
          for (int status : new int[] {200, 404}) {
            cases.add(
                Call.way(async) + "/executor-" + name + "/" + status,
                journal -> {
                  HttpClient client =
                      HttpClient.newBuilder().executor(executor.apply(journal)).build();
                  OddServer server = journal.server(Answers.of(status, "text"));
                  new Call(journal, async, client)
                      .make(request(server).build(), Handlers.counting(journal));
                });
          }
        });
  }

  private void timeouts(boolean async) {
    for (String method : new String[] {"GET", "POST"}) {
      cases.add(
          Call.way(async) + "/timeout/silence/" + method,
          journal ->
              new Call(journal, async)
                  .make(
                      request(journal.server(Answers.silence()))
                          .method(method, body(method))
                          .timeout(Duration.ofMillis(1_500))
                          .build(),
                      BodyHandlers.ofString()));
    }
    cases.add(
        Call.way(async) + "/timeout/enough",
        journal ->
            new Call(journal, async)
                .make(
                    request(journal.server(Answers.ok("in time")))
                        .timeout(Duration.ofSeconds(20))
                        .build(),
                    BodyHandlers.ofString()));
  }

  private void arguments(boolean async) {
    OddServer.Step ok = Answers.ok("fine");
    String way = Call.way(async);
    cases.add(way + "/null-request", j -> new Call(j, async).make(null, BodyHandlers.ofString()));
    cases.add(
        way + "/null-handler", j -> new Call(j, async).make(request(j.server(ok)).build(), null));
    cases.add(way + "/unknown-host", j -> get(j, async, "http://host.invalid/"));
    cases.add(
        way + "/own-request",
        j ->
            new Call(j, async)
                .make(new OwnRequest(request(j.server(ok)).build()), BodyHandlers.ofString()));
  }

  private static void get(Journal journal, boolean async, String url) {
    new Call(journal, async)
        .make(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
  }

  /** An application's own subclass of requests. */
  private static final class OwnRequest extends HttpRequest {
    private final HttpRequest request;

    OwnRequest(HttpRequest request) {
      this.request = request;
    }

    @Override
    public java.util.Optional<BodyPublisher> bodyPublisher() {
      return request.bodyPublisher();
    }

    @Override
    public String method() {
      return request.method();
    }

    @Override
    public java.util.Optional<Duration> timeout() {
      return request.timeout();
    }

    @Override
    public boolean expectContinue() {
      return request.expectContinue();
    }

    @Override
    public URI uri() {
      return request.uri();
    }

    @Override
    public java.util.Optional<HttpClient.Version> version() {
      return request.version();
    }

    @Override
    public java.net.http.HttpHeaders headers() {
      return request.headers();
    }
  }

  private void nested(boolean async) {
    cases.add(
        Call.way(async) + "/nested-in-handler",
        journal -> {
          OddServer inner = journal.server(Answers.ok("inner"));
          ExecutorService executor = Executors.newCachedThreadPool();
          journal.closing(executor::shutdownNow);
          HttpClient client = HttpClient.newBuilder().executor(executor).build();
          BodyHandler<String> handler =
              info -> {
                journal.result(
                    "inner",
                    () ->
                        HttpClient.newHttpClient()
                            .send(request(inner).build(), BodyHandlers.ofString())
                            .body());
                return HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8);
              };
          new Call(journal, async, client)
              .make(request(journal.server(Answers.ok("outer"))).build(), handler);
        });
  }

  private void futures() {
    cases.add(
        "future/cancel",
        journal -> {
          CountDownLatch here = new CountDownLatch(1);
          OddServer server = journal.server(Answers.telling(here, Answers.silence()));
          CompletableFuture<HttpResponse<String>> future = async(server);
          here.await(10, TimeUnit.SECONDS);
          journal.note("cancel", future.cancel(true));
          states(journal, future);
        });
    cases.add(
        "future/cancel-dependent",
        journal -> {
          CountDownLatch here = new CountDownLatch(1);
          OddServer server = journal.server(Answers.telling(here, Answers.silence()));
          CompletableFuture<HttpResponse<String>> future = async(server);
          CompletableFuture<Integer> dependent = future.thenApply(HttpResponse::statusCode);
          here.await(10, TimeUnit.SECONDS);
          journal.note("cancel", dependent.cancel(true));
          states(journal, dependent);
        });
    cases.add(
        "future/orTimeout",
        journal -> {
          CompletableFuture<HttpResponse<String>> future = async(journal.server(Answers.silence()));
          states(journal, future.orTimeout(300, TimeUnit.MILLISECONDS));
        });
    cases.add(
        "future/complete",
        journal -> {
          CompletableFuture<HttpResponse<String>> future = async(journal.server(Answers.silence()));
          journal.result("complete", () -> future.complete(null));
          states(journal, future);
        });
    cases.add(
        "future/completeExceptionally",
        journal -> {
          CompletableFuture<HttpResponse<String>> future = async(journal.server(Answers.silence()));
          journal.result("complete", () -> future.completeExceptionally(new Exception("mine")));
          states(journal, future);
        });
    cases.add(
        "future/obtrude",
        journal -> {
          CompletableFuture<HttpResponse<String>> future = async(journal.server(Answers.ok("x")));
          future.get(10, TimeUnit.SECONDS);
          journal.result(
              "obtrude",
              () -> {
                future.obtrudeValue(null);
                return "done";
              });
          states(journal, future);
        });
    for (int status : new int[] {200, 0}) {
      cases.add(
          "future/dependents/" + status,
          journal -> {
            CountDownLatch attached = new CountDownLatch(1);
            OddServer server =
                journal.server(
                    Answers.once(
                        attached, status == 0 ? Answers.raw("SMTP\r\n\r\n") : Answers.ok("x")));
            CompletableFuture<HttpResponse<String>> future = async(server);
            CompletableFuture<?> one = future.thenAccept(r -> journal.event("one", r.statusCode()));
            CompletableFuture<?> two =
                future.exceptionally(
                    thrown -> {
                      journal.thrown("two", thrown);
                      return null;
                    });
            CompletableFuture<?> three =
                future.handleAsync(
                    (r, thrown) -> {
                      journal.event("three", "handled");
                      return r;
                    });
            attached.countDown();
            states(journal, one);
            states(journal, two);
            states(journal, three);
          });
    }
  }

  private static CompletableFuture<HttpResponse<String>> async(OddServer server) {
    return HttpClient.newHttpClient().sendAsync(request(server).build(), BodyHandlers.ofString());
  }

  private static void states(Journal journal, CompletableFuture<?> future) {
    journal.result(
        "get",
        () -> {
          Object result = future.get(10, TimeUnit.SECONDS);
          return result == null ? "null" : result.toString();
        });
    journal.result("join", () -> future.isDone() ? "" + future.join() : "not done");
    journal.note(
        "states",
        "done="
            + future.isDone()
            + " cancelled="
            + future.isCancelled()
            + " exceptional="
            + future.isCompletedExceptionally());
  }

  private void handshakes() {
    Map<String, OddServer.Step> answers = new LinkedHashMap<>();
    answers.put("200", Answers.ok("no"));
    answers.put("401", Answers.of(401, "who?", "WWW-Authenticate: Basic realm=x"));
    answers.put("404", Answers.of(404, "not here"));
    answers.put("503", Answers.of(503, "not now"));
    answers.put("503-hint", Answers.of(503, "not now", "Retry-After: 0"));
    answers.put("reset", Answers.reset());
    answers.put(
        "bad-101",
        Answers.raw("HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"));
    answers.put("101", JdkCalls::accept);
    for (boolean timeout : new boolean[] {false, true}) {
      answers.forEach(
          (name, answer) ->
              cases.add(
                  "websocket/" + name + (timeout ? "/timeout" : ""),
                  journal -> {
                    OddServer server = journal.server(answer);
                    WebSocket.Builder builder = HttpClient.newHttpClient().newWebSocketBuilder();
                    if (timeout) {
                      builder.connectTimeout(Duration.ofSeconds(5));
                    }
                    URI uri = URI.create(server.url("/socket").replace("http:", "ws:"));
                    journal.result(
                        "socket",
                        () -> {
                          WebSocket socket =
                              builder
                                  .buildAsync(uri, new WebSocket.Listener() {})
                                  .get(10, TimeUnit.SECONDS);
                          socket.abort();
                          return socket.getClass().getName() + socket.getSubprotocol();
                        });
                  }));
    }
  }

  private static void accept(io.redial.subjects.diff.Visit visit) throws java.io.IOException {
    try {
      String magic = visit.header("sec-websocket-key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
      byte[] hash =
          java.security.MessageDigest.getInstance("SHA-1")
              .digest(magic.getBytes(StandardCharsets.US_ASCII));
      visit.write(
          "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              + "Sec-WebSocket-Accept: "
              + java.util.Base64.getEncoder().encodeToString(hash)
              + "\r\n\r\n");
      visit.awaitEnd();
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new java.io.IOException(e);
    }
  }
}
