package io.redial.subjects.diff.apache4;

import io.redial.subjects.diff.Answers;
import io.redial.subjects.diff.Cases;
import io.redial.subjects.diff.Family;
import io.redial.subjects.diff.Journal;
import io.redial.subjects.diff.OddServer;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponse;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.ResponseHandler;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpEntityEnclosingRequestBase;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpRequestWrapper;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.client.LaxRedirectStrategy;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;

/** Odd calls of the blocking client. */
public final class OddClassic implements Family {
  private final Cases cases = new Cases("apache4-classic");

  private interface Made {
    HttpClientBuilder with(HttpClientBuilder builder, Journal journal);
  }

  @Override
  public Cases cases() {
    responses();
    clients();
    handlers();
    arguments();
    return cases;
  }

  private void responses() {
    for (String method : new String[] {"GET", "HEAD", "POST", "DELETE", "OPTIONS", "TRACE"}) {
      Responses.all()
          .forEach(
              (name, steps) ->
                  cases.add(
                      method + "/" + name,
                      Responses.isRetryable(name, method),
                      journal -> {
                        CloseableHttpClient client = journal.closing(HttpClients.createDefault());
                        Own request = new Own(method, uri(journal.server(steps)));
                        if (method.equals("POST")) {
                          request.setEntity(new StringEntity("some text"));
                        }
                        execute(journal, client, request, HttpClientContext.create());
                      }));
    }
  }

  private void clients() {
    Map<String, Made> clients = new LinkedHashMap<>();
    clients.put("no-retries", (b, journal) -> b.disableAutomaticRetries());
    clients.put("no-redirects", (b, journal) -> b.disableRedirectHandling());
    clients.put("no-compression", (b, journal) -> b.disableContentCompression());
    clients.put("lax", (b, journal) -> b.setRedirectStrategy(new LaxRedirectStrategy()));
    clients.put(
        "request",
        (b, journal) ->
            b.addInterceptorLast(
                (org.apache.http.HttpRequest request, HttpContext context) -> {
                  Own own = (Own) ((HttpRequestWrapper) request).getOriginal();
                  journal.event("interceptor", own.mark + " " + Contexts.type(request));
                }));
    clients.put(
        "request-throws",
        (b, journal) ->
            b.addInterceptorLast(
                (org.apache.http.HttpRequest request, HttpContext context) -> {
                  throw new HttpException("the interceptor's");
                }));
    clients.put(
        "response-throws",
        (b, journal) ->
            b.addInterceptorLast(
                (HttpResponse response, HttpContext context) -> {
                  throw new IOException("the interceptor's");
                }));
    clients.put(
        "planner",
        (b, journal) ->
            b.setRoutePlanner(
                (host, request, context) -> {
                  journal.note("planner", host + " " + Contexts.type(request));
                  return new HttpRoute(host);
                }));
    clients.put(
        "planner-throws",
        (b, journal) ->
            b.setRoutePlanner(
                (host, request, context) -> {
                  throw new HttpException("no route");
                }));
    clients.put(
        "retry-handler",
        (b, journal) ->
            b.setRetryHandler(
                (exception, count, context) -> {
                  journal.note("retry handler", count + " " + exception.getClass().getName());
                  return count < 2;
                }));
    clients.put(
        "null-response",
        (b, journal) ->
            b.setRequestExecutor(
                new org.apache.http.protocol.HttpRequestExecutor() {
                  @Override
                  public HttpResponse execute(
                      org.apache.http.HttpRequest request,
                      org.apache.http.HttpClientConnection connection,
                      HttpContext context) {
                    return null;
                  }
                }));
    clients.forEach(
        (name, made) ->
            Responses.few()
                .forEach(
                    (answer, steps) ->
                        cases.add(
                            "client-" + name + "/" + answer,
                            Responses.isRetryable(answer, "GET"),
                            journal ->
                                execute(
                                    journal,
                                    journal.closing(
                                        made.with(HttpClients.custom(), journal).build()),
                                    new Own("GET", uri(journal.server(steps))),
                                    HttpClientContext.create()))));
    Responses.few()
        .forEach(
            (answer, steps) ->
                cases.add(
                    "client-minimal/" + answer,
                    Responses.isRetryable(answer, "GET"),
                    journal ->
                        execute(
                            journal,
                            journal.closing(HttpClients.createMinimal()),
                            new Own("GET", uri(journal.server(steps))),
                            HttpClientContext.create())));
  }

  private void handlers() {
    Map<String, ResponseHandler<Object>> handlers = new LinkedHashMap<>();
    handlers.put("status", response -> response.getStatusLine());
    handlers.put("text", response -> EntityUtils.toString(response.getEntity()));
    handlers.put("null", response -> null);
    handlers.put(
        "throws-IOException",
        response -> {
          throw new IOException("the handler's");
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
                            Responses.isRetryable(answer, "GET"),
                            journal -> {
                              CloseableHttpClient client =
                                  journal.closing(HttpClients.createDefault());
                              Own request = new Own("GET", uri(journal.server(steps)));
                              journal.result(
                                  "result",
                                  () ->
                                      client.execute(
                                          request,
                                          (HttpResponse response) -> {
                                            journal.event("handler", response.getStatusLine());
                                            return handler.handleResponse(response);
                                          }));
                            })));
  }

  private void arguments() {
    // Cookies of one case are not another's.
    CloseableHttpClient client = HttpClients.custom().disableCookieManagement().build();
    OddServer.Step ok = Answers.ok("fine");
    cases.add("null-request", j -> j.result("result", () -> client.execute((HttpUriRequest) null)));
    cases.add(
        "null-handler",
        j ->
            j.result(
                "result",
                () ->
                    client.execute(
                        new HttpGet(j.server(ok).url("/")), (ResponseHandler<Object>) null)));
    cases.add("no-scheme", j -> execute(j, client, new HttpGet("/relative"), null));
    cases.add("no-host", j -> execute(j, client, new HttpGet("http:///path"), null));
    cases.add("other-scheme", j -> execute(j, client, new HttpGet("ftp://127.0.0.1/x"), null));
    cases.add("unknown-host", j -> execute(j, client, new HttpGet("http://host.invalid/"), null));
    cases.add("null-context", j -> execute(j, client, new HttpGet(j.server(ok).url("/")), null));
    cases.add(
        "other-target",
        j -> {
          HttpHost host = new HttpHost("localhost", j.server(ok).port());
          j.result("result", () -> client.execute(host, new HttpGet("/path")).getStatusLine());
        });
    cases.add(
        "closed-client",
        j -> {
          CloseableHttpClient closed = HttpClients.createDefault();
          closed.close();
          execute(j, closed, new HttpGet(j.server(ok).url("/")), null);
        });
    cases.add(
        "aborted-before",
        j -> {
          HttpGet request = new HttpGet(j.server(ok).url("/"));
          request.abort();
          execute(j, client, request, null);
        });
    cases.add(
        "socket-timeout",
        j -> {
          HttpGet request = new HttpGet(j.server(Answers.silence()).url("/"));
          request.setConfig(RequestConfig.custom().setSocketTimeout(300).build());
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
                new UsernamePasswordCredentials("bob", password));
            HttpClientContext context = HttpClientContext.create();
            context.setCredentialsProvider(provider);
            execute(j, client, new HttpGet(server.url("/")), context);
          });
    }
  }

  private static URI uri(OddServer server) {
    return URI.create(server.url("/thing?a=b"));
  }

  private static void execute(
      Journal journal, CloseableHttpClient client, HttpUriRequest request, HttpContext context) {
    try (CloseableHttpResponse response = client.execute(request, context)) {
      if (response == null) {
        journal.note("response", "null");
      } else {
        journal.note("response", response.getStatusLine() + " " + Contexts.type(response));
        journal.note("headers", Arrays.toString(response.getAllHeaders()));
        journal.note("entity", Contexts.type(response.getEntity()));
        journal.result(
            "body",
            () ->
                response.getEntity() == null ? "none" : EntityUtils.toString(response.getEntity()));
      }
    } catch (Throwable thrown) {
      journal.thrown("thrown", thrown);
    }
    Contexts.show(journal, context);
    if (request != null) {
      journal.note(
          "own request",
          request.getRequestLine()
              + " "
              + Arrays.toString(request.getAllHeaders())
              + " aborted="
              + request.isAborted());
    }
  }

  /** An application's own class of requests. */
  static final class Own extends HttpEntityEnclosingRequestBase {
    final String mark = "own";
    private final String method;

    Own(String method, URI uri) {
      this.method = method;
      setURI(uri);
    }

    @Override
    public String getMethod() {
      return method;
    }
  }
}
