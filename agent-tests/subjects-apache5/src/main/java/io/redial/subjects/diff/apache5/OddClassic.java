package io.redial.subjects.diff.apache5;

import io.redial.subjects.diff.Answers;
import io.redial.subjects.diff.Cases;
import io.redial.subjects.diff.ClientCases;
import io.redial.subjects.diff.Journal;
import io.redial.subjects.diff.OddServer;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
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
public final class OddClassic
    extends ClientCases<CloseableHttpClient, ClassicHttpRequest, HttpContext> {
  // Cookies of one case are not another's.
  private final CloseableHttpClient client = HttpClients.custom().disableCookieManagement().build();

  private interface Made {
    HttpClientBuilder with(HttpClientBuilder builder, Journal journal);
  }

  /** Of the client that a builder makes. */
  public OddClassic() {
    super("apache5-classic");
  }

  @Override
  public Cases cases() {
    responses("GET", "HEAD", "POST", "DELETE", "OPTIONS", "TRACE");
    clients();
    handlers();
    arguments();
    return cases;
  }

  @Override
  protected CloseableHttpClient client(Journal journal) {
    return journal.closing(HttpClients.createDefault());
  }

  @Override
  protected CloseableHttpClient shared(Journal journal) {
    return client;
  }

  @Override
  protected ClassicHttpRequest request(String method, String url) {
    Own request = new Own(method, url);
    if (method.startsWith("P")) {
      request.setEntity(new StringEntity("some text"));
    }
    return request;
  }

  @Override
  protected ClassicHttpRequest get(String url) {
    return new HttpGet(url);
  }

  @Override
  protected HttpContext context() {
    return HttpClientContext.create();
  }

  private void clients() {
    made("no-retries", (builder, journal) -> builder.disableAutomaticRetries());
    made("no-redirects", (builder, journal) -> builder.disableRedirectHandling());
    made("no-compression", (builder, journal) -> builder.disableContentCompression());
    made("first-request", (b, journal) -> b.addRequestInterceptorFirst(shown(journal)));
    made("last-request", (b, journal) -> b.addRequestInterceptorLast(shown(journal)));
    made("request-throws", (b, journal) -> b.addRequestInterceptorLast(throwing()));
    made(
        "last-response",
        (b, journal) ->
            b.addResponseInterceptorLast(
                (response, entity, context) ->
                    journal.note(
                        "response interceptor",
                        response.getCode() + " " + Journal.type(response))));
    made(
        "response-throws",
        (b, journal) ->
            b.addResponseInterceptorLast(
                (response, entity, context) -> {
                  throw new IOException("the interceptor's");
                }));
    made("exec", (b, journal) -> exec(b, journal));
    made(
        "exec-null",
        (b, journal) -> b.addExecInterceptorFirst("null", (request, scope, chain) -> null));
    made(
        "exec-throws",
        (b, journal) ->
            b.addExecInterceptorFirst(
                "throws",
                (request, scope, chain) -> {
                  throw new IllegalStateException("the handler's");
                }));
    made(
        "planner",
        (b, journal) ->
            b.setRoutePlanner(
                (host, context) -> {
                  journal.note("planner", host);
                  return new org.apache.hc.client5.http.HttpRoute(host);
                }));
    made(
        "planner-throws",
        (b, journal) ->
            b.setRoutePlanner(
                (host, context) -> {
                  throw new org.apache.hc.core5.http.HttpException("no route");
                }));
    made("strategy", (b, journal) -> b.setRetryStrategy(new Asked(journal)));
    made("user-agent", (b, journal) -> b.setUserAgent("odd/1"));
  }

  private void made(String name, Made made) {
    client(name, j -> j.closing(made.with(HttpClients.custom(), j).build()));
  }

  private void handlers() {
    handler("status", response -> response.getCode());
    handler("text", response -> EntityUtils.toString(response.getEntity()));
    handler("null", response -> null);
    handler("unread", response -> Journal.type(response));
    handler(
        "throws-IOException",
        response -> {
          throw new IOException("the handler's");
        });
    handler(
        "throws-RuntimeException",
        response -> {
          throw new IllegalStateException("the handler's");
        });
    handler(
        "throws-Error",
        response -> {
          throw new AssertionError("the handler's");
        });
  }

  private void handler(String name, HttpClientResponseHandler<Object> handler) {
    each(
        "handler-" + name,
        "GET",
        (journal, server) -> {
          CloseableHttpClient its = client(journal);
          ClassicHttpRequest request = request("GET", thing(server));
          journal.result(
              "result",
              () ->
                  its.execute(
                      request,
                      response -> {
                        journal.event("handler", response.getCode());
                        return handler.handleResponse(response);
                      }));
          // Its connection is given back, or is not.
          journal.result("again", () -> its.execute(request, r -> r.getCode()));
        });
  }

  private void arguments() {
    cases.add(
        "null-request", j -> j.result("result", () -> client.execute((ClassicHttpRequest) null)));
    cases.add(
        "null-handler",
        j ->
            j.result(
                "result",
                () ->
                    client.execute(
                        new HttpGet(j.server(OK).url("/")),
                        (HttpClientResponseHandler<Object>) null)));
    address("no-scheme", "/relative");
    address("no-host", "http:///path");
    address("other-scheme", "ftp://127.0.0.1/x");
    address("unknown-host", "http://host.invalid/");
    cases.add("null-context", j -> execute(j, client, get(j.server(OK).url("/")), null));
    cases.add(
        "null-target",
        j ->
            j.result(
                "result",
                () -> client.execute(null, new HttpGet(j.server(OK).url("/"))).getCode()));
    cases.add(
        "other-target",
        j -> {
          OddServer server = j.server(OK);
          HttpHost host = new HttpHost("http", "localhost", server.port());
          j.result("result", () -> client.execute(host, new HttpGet("/path")).getCode());
        });
    closed("closed-client");
    cases.add(
        "cancelled-before",
        j -> {
          HttpGet request = new HttpGet(j.server(OK).url("/"));
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
    sharedContext();
    cases.add(
        "reused-request",
        j -> {
          HttpGet request = new HttpGet(j.server(OK).url("/"));
          execute(j, client, request, HttpClientContext.create());
          execute(j, client, request, HttpClientContext.create());
        });
    cases.add(
        "expect-continue",
        j -> {
          Own request = new Own("POST", thing(j.server(OK)));
          request.setEntity(new StringEntity("text"));
          request.setConfig(RequestConfig.custom().setExpectContinueEnabled(true).build());
          execute(j, client, request, HttpClientContext.create());
        });
    credentials(
        (port, password) -> {
          BasicCredentialsProvider provider = new BasicCredentialsProvider();
          provider.setCredentials(
              new AuthScope("127.0.0.1", port),
              new UsernamePasswordCredentials("bob", password.toCharArray()));
          HttpClientContext context = HttpClientContext.create();
          context.setCredentialsProvider(provider);
          return context;
        });
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
          execute(j, outer, new HttpGet(j.server(OK).url("/")), HttpClientContext.create());
        });
  }

  private static org.apache.hc.core5.http.HttpRequestInterceptor shown(Journal journal) {
    return (request, entity, context) -> {
      HttpClientContext client = HttpClientContext.adapt(context);
      journal.note(
          "interceptor", Journal.type(request) + " of " + Journal.type(client.getRequest()));
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
          journal.event("exec", own.mark + " " + Journal.type(request) + " " + scope.route);
          return chain.proceed(request, scope);
        });
  }

  @Override
  protected void execute(
      Journal journal,
      CloseableHttpClient client,
      ClassicHttpRequest request,
      HttpContext context) {
    try (CloseableHttpResponse response = client.execute(request, context)) {
      if (response == null) {
        journal.note("response", "null");
      } else {
        journal.note("response", response + " " + Journal.type(response));
        journal.note("headers", Arrays.toString(response.getHeaders()));
        journal.note("locale", response.getLocale());
        journal.note("version", response.getVersion());
        journal.note("entity", Journal.type(response.getEntity()));
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
      journal.note("own request", shown + " " + Arrays.toString(shown.getHeaders()));
    }
  }

  /** An application's own class of requests. */
  static final class Own extends HttpUriRequestBase {
    final String mark = "own";

    Own(String method, String url) {
      super(method, URI.create(url));
    }
  }
}
