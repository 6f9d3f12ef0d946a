package io.redial.subjects.diff.apache5;

import io.redial.subjects.diff.Answers;
import io.redial.subjects.diff.Cases;
import io.redial.subjects.diff.Family;
import io.redial.subjects.diff.Journal;
import io.redial.subjects.diff.OddServer;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.io.HttpClientResponseHandler;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;

/** Odd calls of the blocking client. */
public final class OddClassic implements Family {
  private final Cases cases = new Cases("apache5-classic");

  private interface Made {
    HttpClientBuilder with(HttpClientBuilder builder, Journal journal);
  }

  @Override
  public Cases cases() {
    responsesByWays();
    clients();
    handlers();
    arguments();
    return cases;
  }

  private void responsesByWays() {
    for (String method : new String[] {"GET", "HEAD", "POST", "DELETE", "OPTIONS", "TRACE"}) {
      Responses.all()
          .forEach(
              (name, steps) ->
                  cases.add(
                      method + "/" + name,
                      Responses.isRetryableClassic(name, method),
                      journal -> {
                        CloseableHttpClient client = journal.closing(HttpClients.createDefault());
                        HttpClientContext context = HttpClientContext.create();
                        Own request = new Own(method, uri(journal.server(steps)));
                        if (method.equals("POST")) {
                          request.setEntity(new StringEntity("some text"));
                        }
                        execute(journal, client, request, context);
                      }));
    }
  }

  private void clients() {
    Map<String, Made> clients = new LinkedHashMap<>();
    clients.put("no-retries", (builder, journal) -> builder.disableAutomaticRetries());
    clients.put("no-redirects", (builder, journal) -> builder.disableRedirectHandling());
    clients.put("no-compression", (builder, journal) -> builder.disableContentCompression());
    clients.put("first-request", (b, journal) -> b.addRequestInterceptorFirst(shown(journal)));
    clients.put("last-request", (b, journal) -> b.addRequestInterceptorLast(shown(journal)));
    clients.put("request-throws", (b, journal) -> b.addRequestInterceptorLast(throwing()));
    clients.put(
        "last-response",
        (b, journal) ->
            b.addResponseInterceptorLast(
                (response, entity, context) ->
                    journal.note(
                        "response interceptor", response.getCode() + " " + type(response))));
    clients.put(
        "response-throws",
        (b, journal) ->
            b.addResponseInterceptorLast(
                (response, entity, context) -> {
                  throw new IOException("the interceptor's");
                }));
    clients.put("exec", (b, journal) -> exec(b, journal));
    clients.put(
        "exec-null",
        (b, journal) -> b.addExecInterceptorFirst("null", (request, scope, chain) -> null));
    clients.put(
        "exec-throws",
        (b, journal) ->
            b.addExecInterceptorFirst(
                "throws",
                (request, scope, chain) -> {
                  throw new IllegalStateException("the handler's");
                }));
    clients.put(
        "planner",
        (b, journal) ->
            b.setRoutePlanner(
                (host, context) -> {
                  journal.note("planner", host);
                  return new org.apache.hc.client5.http.HttpRoute(host);
                }));
    clients.put(
        "planner-throws",
        (b, journal) ->
            b.setRoutePlanner(
                (host, context) -> {
                  throw new org.apache.hc.core5.http.HttpException("no route");
                }));
    clients.put("strategy", (b, journal) -> b.setRetryStrategy(new Asked(journal)));
    clients.put("user-agent", (b, journal) -> b.setUserAgent("odd/1"));
    clients.forEach(
        (name, made) ->
            Responses.few()
                .forEach(
                    (answer, steps) ->
                        cases.add(
                            "client-" + name + "/" + answer,
                            Responses.isRetryableClassic(answer, "GET"),
                            journal -> {
                              CloseableHttpClient client =
                                  journal.closing(made.with(HttpClients.custom(), journal).build());
                              execute(
                                  journal,
                                  client,
                                  new Own("GET", uri(journal.server(steps))),
                                  HttpClientContext.create());
                            })));
  }

  private void handlers() {
    Map<String, HttpClientResponseHandler<Object>> handlers = new LinkedHashMap<>();
    handlers.put("status", response -> response.getCode());
    handlers.put("text", response -> EntityUtils.toString(response.getEntity()));
    handlers.put("null", response -> null);
    handlers.put("unread", response -> type(response));
    handlers.put(
        "throws-IOException",
        response -> {
          throw new IOException("the handler's");
        });
    handlers.put(
        "throws-RuntimeException",
        response -> {
          throw new IllegalStateException("the handler's");
        });
    handlers.put(
        "throws-Error",
        response -> {
          throw new AssertionError("the handler's");
        });
    handlers.forEach(
        (name, handler) ->
            Responses.few()
                .forEach(
                    (answer, steps) ->
                        cases.add(
                            "handler-" + name + "/" + answer,
                            Responses.isRetryableClassic(answer, "GET"),
                            journal -> {
                              CloseableHttpClient client =
                                  journal.closing(HttpClients.createDefault());
                              Own request = new Own("GET", uri(journal.server(steps)));
                              journal.result(
                                  "result",
                                  () ->
                                      client.execute(
                                          request,
                                          response -> {
                                            journal.event("handler", response.getCode());
                                            return handler.handleResponse(response);
                                          }));
                              // Its connection is given back, or is not.
                              journal.result(
                                  "again", () -> client.execute(request, r -> r.getCode()));
                            })));
  }

  private void arguments() {
    // Cookies of one case are not another's.
    CloseableHttpClient client = HttpClients.custom().disableCookieManagement().build();
    OddServer.Step ok = Answers.ok("fine");
    cases.add(
        "null-request", j -> j.result("result", () -> client.execute((ClassicHttpRequest) null)));
    cases.add(
        "null-handler",
        j ->
            j.result(
                "result",
                () ->
                    client.execute(
                        new HttpGet(j.server(ok).url("/")),
                        (HttpClientResponseHandler<Object>) null)));
    cases.add("no-scheme", j -> execute(j, client, new HttpGet("/relative"), null));
    cases.add("no-host", j -> execute(j, client, new HttpGet("http:///path"), null));
    cases.add("other-scheme", j -> execute(j, client, new HttpGet("ftp://127.0.0.1/x"), null));
    cases.add("unknown-host", j -> execute(j, client, new HttpGet("http://host.invalid/"), null));
    cases.add("null-context", j -> execute(j, client, new HttpGet(j.server(ok).url("/")), null));
    cases.add(
        "null-target",
        j ->
            j.result(
                "result",
                () -> client.execute(null, new HttpGet(j.server(ok).url("/"))).getCode()));
    cases.add(
        "other-target",
        j -> {
          OddServer server = j.server(ok);
          HttpHost host = new HttpHost("http", "localhost", server.port());
          j.result("result", () -> client.execute(host, new HttpGet("/path")).getCode());
        });
    cases.add(
        "closed-client",
        j -> {
          CloseableHttpClient closed = HttpClients.createDefault();
          closed.close();
          execute(j, closed, new HttpGet(j.server(ok).url("/")), null);
        });
    cases.add(
        "cancelled-before",
        j -> {
          HttpGet request = new HttpGet(j.server(ok).url("/"));
          request.cancel();
          execute(j, client, request, null);
        });
    cases.add(
        "response-timeout",
        j -> {
          HttpGet request = new HttpGet(j.server(Answers.silence()).url("/"));
          request.setConfig(
              RequestConfig.custom().setResponseTimeout(Timeout.ofMilliseconds(300)).build());
          execute(j, client, request, null);
        });
    cases.add(
        "shared-context",
        j -> {
          OddServer server =
              j.server(Answers.of(302, "", "Location: /other", "Set-Cookie: a=b; Path=/"), ok);
          CloseableHttpClient withCookies = j.closing(HttpClients.createDefault());
          HttpClientContext context = HttpClientContext.create();
          execute(j, withCookies, new HttpGet(server.url("/one")), context);
          execute(j, withCookies, new HttpGet(server.url("/two")), context);
        });
    cases.add(
        "reused-request",
        j -> {
          HttpGet request = new HttpGet(j.server(ok).url("/"));
          execute(j, client, request, HttpClientContext.create());
          execute(j, client, request, HttpClientContext.create());
        });
    cases.add(
        "expect-continue",
        j -> {
          Own request = new Own("POST", uri(j.server(ok)));
          request.setEntity(new StringEntity("text"));
          request.setConfig(RequestConfig.custom().setExpectContinueEnabled(true).build());
          execute(j, client, request, HttpClientContext.create());
        });
    for (String password : new String[] {"right", "wrong"}) {
      cases.add(
          "credentials-" + password,
          j -> {
            OddServer.Step asks = Answers.of(401, "who?", "WWW-Authenticate: Basic realm=\"odd\"");
            OddServer server = password.equals("right") ? j.server(asks, ok) : j.server(asks);
            BasicCredentialsProvider provider = new BasicCredentialsProvider();
            provider.setCredentials(
                new AuthScope("127.0.0.1", server.port()),
                new UsernamePasswordCredentials("bob", password.toCharArray()));
            HttpClientContext context = HttpClientContext.create();
            context.setCredentialsProvider(provider);
            execute(j, client, new HttpGet(server.url("/")), context);
          });
    }
    cases.add(
        "nested",
        j -> {
          OddServer inner = j.server(Answers.ok("token"));
          CloseableHttpClient outer =
              j.closing(
                  HttpClients.custom()
                      .addRequestInterceptorLast(
                          (request, entity, context) ->
                              request.setHeader(
                                  "X-Token",
                                  client.execute(
                                      new HttpGet(inner.url("/token")),
                                      response -> EntityUtils.toString(response.getEntity()))))
                      .build());
          execute(j, outer, new HttpGet(j.server(ok).url("/")), HttpClientContext.create());
        });
  }

  private static org.apache.hc.core5.http.HttpRequestInterceptor shown(Journal journal) {
    return (request, entity, context) -> {
      HttpClientContext client = HttpClientContext.adapt(context);
      journal.note("interceptor", type(request) + " of " + type(client.getRequest()));
    };
  }

  private static org.apache.hc.core5.http.HttpRequestInterceptor throwing() {
    return (request, entity, context) -> {
      throw new org.apache.hc.core5.http.HttpException("the interceptor's");
    };
  }

  /** Relies on its own class, as an application's handler does. */
  private static HttpClientBuilder exec(HttpClientBuilder builder, Journal journal) {
    return builder.addExecInterceptorFirst(
        "odd",
        (request, scope, chain) -> {
          Own own = (Own) scope.originalRequest;
          journal.event("exec", own.mark + " " + type(request) + " " + scope.route);
          return chain.proceed(request, scope);
        });
  }

  static String type(Object object) {
    return object == null ? "null" : object.getClass().getName();
  }

  private static URI uri(OddServer server) {
    return URI.create(server.url("/thing?a=b"));
  }

  static void execute(
      Journal journal,
      CloseableHttpClient client,
      ClassicHttpRequest request,
      HttpContext context) {
    try (CloseableHttpResponse response = client.execute(request, context)) {
      if (response == null) {
        journal.note("response", "null");
      } else {
        journal.note("response", response + " " + type(response));
        journal.note("headers", java.util.Arrays.toString(response.getHeaders()));
        journal.note("locale", response.getLocale());
        journal.note("version", response.getVersion());
        journal.note("entity", type(response.getEntity()));
        journal.result(
            "body",
            () ->
                response.getEntity() == null ? "none" : EntityUtils.toString(response.getEntity()));
      }
    } catch (Throwable thrown) {
      journal.thrown("thrown", thrown);
    }
    Contexts.show(journal, context);
    if (request instanceof Own) {
      HttpRequest shown = request;
      journal.note("own request", shown + " " + java.util.Arrays.toString(shown.getHeaders()));
    }
  }

  /** An application's own class of requests. */
  static final class Own extends HttpUriRequestBase {
    final String mark = "own";

    Own(String method, URI uri) {
      super(method, uri);
    }
  }
}
