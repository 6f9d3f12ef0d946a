package io.redial.subjects.diff.apache4;

import io.redial.subjects.diff.Answers;
import io.redial.subjects.diff.Cases;
import io.redial.subjects.diff.ClientCases;
import io.redial.subjects.diff.Journal;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
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
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.client.LaxRedirectStrategy;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;

/** Odd calls of the blocking client. */
public final class OddClassic
    extends ClientCases<CloseableHttpClient, HttpUriRequest, HttpContext> {
  // Cookies of one case are not another's.
  private final CloseableHttpClient client = HttpClients.custom().disableCookieManagement().build();

  private interface Made {
    HttpClientBuilder with(HttpClientBuilder builder, Journal journal);
  }

  /** Of the client that a builder makes. */
  public OddClassic() {
    super("apache4-classic");
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
  protected HttpUriRequest request(String method, String url) {
    Own request = new Own(method, url);
    if (method.startsWith("P")) {
      request.setEntity(new StringEntity("some text", ContentType.TEXT_PLAIN));
    }
    return request;
  }

  @Override
  protected HttpUriRequest get(String url) {
    return new HttpGet(url);
  }

  @Override
  protected HttpContext context() {
    return HttpClientContext.create();
  }

  private void clients() {
    made("no-retries", (b, journal) -> b.disableAutomaticRetries());
    made("no-redirects", (b, journal) -> b.disableRedirectHandling());
    made("no-compression", (b, journal) -> b.disableContentCompression());
    made("lax", (b, journal) -> b.setRedirectStrategy(new LaxRedirectStrategy()));
    made(
        "request",
        (b, journal) ->
            b.addInterceptorLast(
                (org.apache.http.HttpRequest request, HttpContext context) -> {
                  Own own = (Own) ((HttpRequestWrapper) request).getOriginal();
                  journal.event("interceptor", own.mark + " " + Journal.type(request));
                }));
    made(
        "request-throws",
        (b, journal) ->
            b.addInterceptorLast(
                (org.apache.http.HttpRequest request, HttpContext context) -> {
                  throw new HttpException("the interceptor's");
                }));
    made(
        "response-throws",
        (b, journal) ->
            b.addInterceptorLast(
                (HttpResponse response, HttpContext context) -> {
                  throw new IOException("the interceptor's");
                }));
    made(
        "planner",
        (b, journal) ->
            b.setRoutePlanner(
                (host, request, context) -> {
                  journal.note("planner", host + " " + Journal.type(request));
                  return new HttpRoute(host);
                }));
    made(
        "planner-throws",
        (b, journal) ->
            b.setRoutePlanner(
                (host, request, context) -> {
                  throw new HttpException("no route");
                }));
    made(
        "retry-handler",
        (b, journal) ->
            b.setRetryHandler(
                (exception, count, context) -> {
                  journal.note("retry handler", count + " " + exception.getClass().getName());
                  return count < 2;
                }));
    made(
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
    client("minimal", journal -> journal.closing(HttpClients.createMinimal()));
  }

  private void made(String name, Made made) {
    client(name, j -> j.closing(made.with(HttpClients.custom(), j).build()));
  }

  private void handlers() {
    handler("status", response -> response.getStatusLine());
    handler("text", response -> EntityUtils.toString(response.getEntity()));
    handler("null", response -> null);
    handler(
        "throws-IOException",
        response -> {
          throw new IOException("the handler's");
        });
    handler(
        "throws-Error",
        response -> {
          throw new AssertionError("the handler's");
        });
  }

  private void handler(String name, ResponseHandler<Object> handler) {
    each(
        "handler-" + name,
        "GET",
        (journal, server) -> {
          CloseableHttpClient its = client(journal);
          HttpUriRequest request = request("GET", thing(server));
          journal.result(
              "result",
              () ->
                  its.execute(
                      request,
                      (HttpResponse response) -> {
                        journal.event("handler", response.getStatusLine());
                        return handler.handleResponse(response);
                      }));
        });
  }

  private void arguments() {
    cases.add("null-request", j -> j.result("result", () -> client.execute((HttpUriRequest) null)));
    cases.add(
        "null-handler",
        j ->
            j.result(
                "result",
                () ->
                    client.execute(
                        new HttpGet(j.server(OK).url("/")), (ResponseHandler<Object>) null)));
    address("no-scheme", "/relative");
    address("no-host", "http:///path");
    address("other-scheme", "ftp://127.0.0.1/x");
    address("unknown-host", "http://host.invalid/");
    cases.add("null-context", j -> execute(j, client, get(j.server(OK).url("/")), null));
    cases.add(
        "other-target",
        j -> {
          HttpHost host = new HttpHost("localhost", j.server(OK).port());
          j.result("result", () -> client.execute(host, new HttpGet("/path")).getStatusLine());
        });
    closed("closed-client");
    cases.add(
        "aborted-before",
        j -> {
          HttpGet request = new HttpGet(j.server(OK).url("/"));
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
    sharedContext();
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
              new AuthScope("127.0.0.1", port), new UsernamePasswordCredentials("bob", password));
          HttpClientContext context = HttpClientContext.create();
          context.setCredentialsProvider(provider);
          return context;
        });
  }

  @Override
  protected void execute(
      Journal journal, CloseableHttpClient client, HttpUriRequest request, HttpContext context) {
    try (CloseableHttpResponse response = client.execute(request, context)) {
      if (response == null) {
        journal.note("response", "null");
      } else {
        journal.note("response", response.getStatusLine() + " " + Journal.type(response));
        journal.note("headers", Arrays.toString(response.getAllHeaders()));
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

    Own(String method, String url) {
      this.method = method;
      setURI(URI.create(url));
    }

    @Override
    public String getMethod() {
      return method;
    }
  }
}
