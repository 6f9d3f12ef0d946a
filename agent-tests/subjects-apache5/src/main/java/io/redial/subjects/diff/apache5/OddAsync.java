package io.redial.subjects.diff.apache5;

import io.redial.subjects.diff.Answers;
import io.redial.subjects.diff.Cases;
import io.redial.subjects.diff.Family;
import io.redial.subjects.diff.Journal;
import io.redial.subjects.diff.OddServer;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.client5.http.async.methods.AbstractCharResponseConsumer;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequests;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.async.methods.SimpleResponseConsumer;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.DigestingEntityConsumer;
import org.apache.hc.core5.http.nio.entity.NoopEntityConsumer;
import org.apache.hc.core5.http.nio.entity.StringAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http.nio.support.BasicResponseConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;

/** Odd calls of the asynchronous client. */
public final class OddAsync implements Family {
  private final Cases cases = new Cases("apache5-async");

  private interface Made {
    HttpAsyncClientBuilder with(HttpAsyncClientBuilder builder, Journal journal);
  }

  private interface Consuming {
    AsyncResponseConsumer<?> of(Journal journal) throws Exception;
  }

  @Override
  public Cases cases() {
    responses();
    clients();
    consumers();
    arguments();
    return cases;
  }

  private static CloseableHttpAsyncClient started(Journal journal, HttpAsyncClientBuilder builder) {
    CloseableHttpAsyncClient client = journal.closing(builder.build());
    client.start();
    return client;
  }

  private void responses() {
    for (String method : new String[] {"GET", "HEAD", "POST", "PUT", "DELETE"}) {
      Responses.all()
          .forEach(
              (name, steps) ->
                  cases.add(
                      method + "/" + name,
                      Responses.isRetryable(name, method),
                      journal -> {
                        SimpleHttpRequest request =
                            new SimpleHttpRequest(method, uri(journal.server(steps)));
                        if (method.startsWith("P")) {
                          request.setBody("some text", ContentType.TEXT_PLAIN);
                        }
                        execute(
                            journal,
                            started(journal, HttpAsyncClients.custom()),
                            SimpleRequestProducer.create(request),
                            SimpleResponseConsumer.create(),
                            HttpClientContext.create());
                      }));
    }
  }

  private void clients() {
    Map<String, Made> clients = new LinkedHashMap<>();
    clients.put("no-retries", (b, journal) -> b.disableAutomaticRetries());
    clients.put("no-redirects", (b, journal) -> b.disableRedirectHandling());
    clients.put(
        "request",
        (b, journal) ->
            b.addRequestInterceptorLast(
                (request, entity, context) ->
                    journal.event("interceptor", OddClassic.type(request))));
    clients.put(
        "request-throws",
        (b, journal) ->
            b.addRequestInterceptorLast(
                (request, entity, context) -> {
                  throw new IOException("the interceptor's");
                }));
    clients.put(
        "response-throws",
        (b, journal) ->
            b.addResponseInterceptorLast(
                (response, entity, context) -> {
                  throw new IOException("the interceptor's");
                }));
    clients.put(
        "exec",
        (b, journal) ->
            b.addExecInterceptorFirst(
                "odd",
                (request, entity, scope, chain, callback) -> {
                  SimpleHttpRequest own = (SimpleHttpRequest) scope.originalRequest;
                  journal.event("exec", own.getMethod() + " " + OddClassic.type(request));
                  chain.proceed(request, entity, scope, callback);
                }));
    clients.put(
        "exec-throws",
        (b, journal) ->
            b.addExecInterceptorFirst(
                "throws",
                (request, entity, scope, chain, callback) -> {
                  throw new IOException("the handler's");
                }));
    clients.put("strategy", (b, journal) -> b.setRetryStrategy(new Asked(journal)));
    clients.put(
        "planner-throws",
        (b, journal) ->
            b.setRoutePlanner(
                (host, context) -> {
                  throw new org.apache.hc.core5.http.HttpException("no route");
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
                                    started(journal, made.with(HttpAsyncClients.custom(), journal)),
                                    SimpleRequestProducer.create(
                                        SimpleHttpRequests.get(uri(journal.server(steps)))),
                                    SimpleResponseConsumer.create(),
                                    HttpClientContext.create()))));
  }

  private void consumers() {
    Map<String, Consuming> consumers = new LinkedHashMap<>();
    consumers.put("string", j -> new BasicResponseConsumer<>(new StringAsyncEntityConsumer()));
    consumers.put("noop", j -> new BasicResponseConsumer<>(new NoopEntityConsumer()));
    consumers.put(
        "digesting",
        j ->
            new BasicResponseConsumer<>(
                new DigestingEntityConsumer<>("MD5", new StringAsyncEntityConsumer())));
    for (String failing : new String[] {"", "start", "data", "result", "releaseResources"}) {
      consumers.put("bin-" + failing, j -> new Bin(j, failing));
      consumers.put("char-" + failing, j -> new Chars(j, failing));
    }
    consumers.forEach(
        (name, consuming) ->
            Responses.few()
                .forEach(
                    (answer, steps) -> {
                      for (String method : new String[] {"GET", "PUT"}) {
                        cases.add(
                            "consumer-" + name + "/" + method + "/" + answer,
                            Responses.isRetryable(answer, method),
                            journal -> {
                              execute(
                                  journal,
                                  started(journal, HttpAsyncClients.custom()),
                                  new BasicRequestProducer(
                                      method,
                                      uri(journal.server(steps)),
                                      method.equals("PUT")
                                          ? new BasicAsyncEntityProducer("text")
                                          : null),
                                  consuming.of(journal),
                                  HttpClientContext.create());
                              if (name.endsWith("releaseResources")) {
                                journal.await("consumer failed");
                              }
                            });
                      }
                    }));
  }

  private void arguments() {
    OddServer.Step ok = Answers.ok("fine");
    cases.add("null-producer", j -> get(j, null, SimpleResponseConsumer.create()));
    cases.add("null-consumer", j -> get(j, producer(j.server(ok).url("/")), null));
    cases.add(
        "unknown-host",
        j -> get(j, producer("http://host.invalid/"), SimpleResponseConsumer.create()));
    cases.add(
        "no-scheme",
        j ->
            j.result(
                "result",
                () -> {
                  get(j, producer("/x"), SimpleResponseConsumer.create());
                  return "made";
                }));
    cases.add(
        "not-started",
        j ->
            execute(
                j,
                j.closing(HttpAsyncClients.createDefault()),
                producer(j.server(ok).url("/")),
                SimpleResponseConsumer.create(),
                null));
    cases.add(
        "closed",
        j -> {
          CloseableHttpAsyncClient client = started(j, HttpAsyncClients.custom());
          client.close();
          execute(
              j, client, producer(j.server(ok).url("/")), SimpleResponseConsumer.create(), null);
        });
    cases.add(
        "response-timeout",
        j -> {
          RequestConfig config =
              RequestConfig.custom().setResponseTimeout(Timeout.ofMilliseconds(300)).build();
          execute(
              j,
              started(j, HttpAsyncClients.custom().setDefaultRequestConfig(config)),
              producer(j.server(Answers.silence()).url("/")),
              SimpleResponseConsumer.create(),
              HttpClientContext.create());
        });
    cases.add(
        "cancelled-on-the-wire",
        j -> {
          CountDownLatch here = new CountDownLatch(1);
          OddServer server = j.server(Answers.telling(here, Answers.silence()));
          Told told = new Told(j);
          Future<?> future =
              started(j, HttpAsyncClients.custom())
                  .execute(
                      producer(server.url("/")), SimpleResponseConsumer.create(), told.typed());
          here.await(10, TimeUnit.SECONDS);
          j.note("cancel", future.cancel(true));
          outcome(j, future, told);
        });
    cases.add(
        "callback-throws",
        j -> {
          Told told = new Told(j, new IllegalStateException("the callback's"));
          Future<?> future =
              started(j, HttpAsyncClients.custom())
                  .execute(
                      producer(j.server(ok).url("/")),
                      SimpleResponseConsumer.create(),
                      told.typed());
          outcome(j, future, told);
        });
    cases.add(
        "shared-context",
        j -> {
          OddServer server =
              j.server(Answers.of(302, "", "Location: /other", "Set-Cookie: a=b; Path=/"), ok);
          HttpClientContext context = HttpClientContext.create();
          CloseableHttpAsyncClient client = started(j, HttpAsyncClients.custom());
          for (String path : new String[] {"/one", "/two"}) {
            execute(
                j, client, producer(server.url(path)), SimpleResponseConsumer.create(), context);
          }
        });
  }

  private static void get(
      Journal journal, AsyncRequestProducer producer, AsyncResponseConsumer<?> consumer) {
    execute(journal, started(journal, HttpAsyncClients.custom()), producer, consumer, null);
  }

  private static AsyncRequestProducer producer(String url) {
    return new BasicRequestProducer("GET", URI.create(url));
  }

  private static URI uri(OddServer server) {
    return URI.create(server.url("/thing?a=b"));
  }

  private static <T> void execute(
      Journal journal,
      CloseableHttpAsyncClient client,
      AsyncRequestProducer producer,
      AsyncResponseConsumer<T> consumer,
      HttpContext context) {
    Told told = new Told(journal);
    Future<T> future;
    try {
      future = client.execute(producer, consumer, null, context, told.typed());
    } catch (Throwable thrown) {
      journal.thrown("thrown at once", thrown);
      return;
    }
    outcome(journal, future, told);
    Contexts.show(journal, context);
  }

  private static void outcome(Journal journal, Future<?> future, Told told) {
    try {
      Object result = future.get(6, TimeUnit.SECONDS);
      journal.note("result", text(result) + " " + OddClassic.type(result));
    } catch (ExecutionException | TimeoutException thrown) {
      journal.thrown("thrown", thrown);
    } catch (Exception thrown) {
      journal.thrown("thrown", thrown);
    }
    told.await();
    journal.note("future", "done=" + future.isDone() + " cancelled=" + future.isCancelled());
  }

  private static String text(Object result) {
    if (result instanceof org.apache.hc.client5.http.async.methods.SimpleHttpResponse) {
      org.apache.hc.client5.http.async.methods.SimpleHttpResponse response =
          (org.apache.hc.client5.http.async.methods.SimpleHttpResponse) result;
      return response
          + " "
          + java.util.Arrays.toString(response.getHeaders())
          + " "
          + response.getBodyText();
    }
    return String.valueOf(result);
  }

  /** What a callback is told. */
  private static final class Told implements FutureCallback<Object> {
    private final Journal journal;
    private final RuntimeException failure;
    private final CountDownLatch told = new CountDownLatch(1);

    Told(Journal journal) {
      this(journal, null);
    }

    Told(Journal journal, RuntimeException failure) {
      this.journal = journal;
      this.failure = failure;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    <T> FutureCallback<T> typed() {
      return (FutureCallback) this;
    }

    void await() {
      try {
        if (!told.await(2, TimeUnit.SECONDS)) {
          journal.note("callback", "not called");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void told(String what) {
      journal.note("callback", what);
      told.countDown();
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public void completed(Object result) {
      told("completed with " + OddClassic.type(result));
    }

    @Override
    public void failed(Exception thrown) {
      told("failed with " + thrown.getClass().getName());
    }

    @Override
    public void cancelled() {
      told("cancelled");
    }
  }

  private static void fail(Journal journal, String here, String failing) throws IOException {
    journal.event("consumer", here);
    if (here.equals(failing)) {
      throw new IOException("no " + here);
    }
  }

  private static void release(Journal journal, String failing) {
    journal.noteOnce("consumer released", "yes");
    if (failing.equals("releaseResources")) {
      throw new IllegalStateException("no release");
    }
  }

  /** An application's own consumer of bytes. */
  private static final class Bin extends AbstractBinResponseConsumer<Integer> {
    private final Journal journal;
    private final String failing;
    private int bytes;

    Bin(Journal journal, String failing) {
      this.journal = journal;
      this.failing = failing;
    }

    @Override
    protected void start(HttpResponse response, ContentType type) throws IOException {
      fail(journal, "start", failing);
    }

    @Override
    protected int capacityIncrement() {
      return Integer.MAX_VALUE;
    }

    @Override
    protected void data(ByteBuffer src, boolean end) throws IOException {
      bytes += src.remaining();
      src.position(src.limit());
      if (failing.equals("data")) {
        fail(journal, "data", failing);
      }
    }

    @Override
    protected Integer buildResult() {
      journal.event("consumer", "result");
      if (failing.equals("result")) {
        throw new IllegalStateException("no result");
      }
      return bytes;
    }

    @Override
    public void failed(Exception cause) {
      journal.noteOnce("consumer failed", cause.getClass().getName());
    }

    @Override
    public void releaseResources() {
      release(journal, failing);
    }
  }

  /** An application's own consumer of characters. */
  private static final class Chars extends AbstractCharResponseConsumer<Integer> {
    private final Journal journal;
    private final String failing;
    private int chars;

    Chars(Journal journal, String failing) {
      this.journal = journal;
      this.failing = failing;
    }

    @Override
    protected void start(HttpResponse response, ContentType type) throws IOException {
      fail(journal, "start", failing);
    }

    @Override
    protected int capacityIncrement() {
      return Integer.MAX_VALUE;
    }

    @Override
    protected void data(CharBuffer src, boolean end) throws IOException {
      chars += src.remaining();
      src.position(src.limit());
      if (failing.equals("data")) {
        fail(journal, "data", failing);
      }
    }

    @Override
    protected Integer buildResult() throws IOException {
      fail(journal, "result", failing);
      return chars;
    }

    @Override
    public void failed(Exception cause) {
      journal.noteOnce("consumer failed", cause.getClass().getName());
    }

    @Override
    public void releaseResources() {
      release(journal, failing);
    }
  }
}
