package io.redial.subjects.diff.apache5;

import io.redial.subjects.diff.Answers;
import io.redial.subjects.diff.Callback;
import io.redial.subjects.diff.Cases;
import io.redial.subjects.diff.ClientCases;
import io.redial.subjects.diff.Consumption;
import io.redial.subjects.diff.Journal;
import io.redial.subjects.diff.OddServer;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.client5.http.async.methods.AbstractCharResponseConsumer;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
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
public final class OddAsync
    extends ClientCases<CloseableHttpAsyncClient, AsyncRequestProducer, HttpContext> {
  private interface Made {
    HttpAsyncClientBuilder with(HttpAsyncClientBuilder builder, Journal journal);
  }

  private interface Consuming {
    AsyncResponseConsumer<?> of(Journal journal) throws Exception;
  }

  /** Of the client that a builder makes. */
  public OddAsync() {
    super("apache5-async");
  }

  @Override
  public Cases cases() {
    responses("GET", "HEAD", "POST", "PUT", "DELETE");
    clients();
    consumers();
    arguments();
    return cases;
  }

  @Override
  protected CloseableHttpAsyncClient client(Journal journal) {
    return started(journal, HttpAsyncClients.custom());
  }

  @Override
  protected AsyncRequestProducer request(String method, String url) {
    SimpleHttpRequest request = new SimpleHttpRequest(method, URI.create(url));
    if (method.startsWith("P")) {
      request.setBody("some text", ContentType.TEXT_PLAIN);
    }
    return SimpleRequestProducer.create(request);
  }

  @Override
  protected AsyncRequestProducer get(String url) {
    return new BasicRequestProducer("GET", URI.create(url));
  }

  @Override
  protected HttpContext context() {
    return HttpClientContext.create();
  }

  @Override
  protected void execute(
      Journal journal,
      CloseableHttpAsyncClient client,
      AsyncRequestProducer producer,
      HttpContext context) {
    execute(journal, client, producer, SimpleResponseConsumer.create(), context);
  }

  /** This client takes what is no HTTP for an error of the protocol. */
  @Override
  protected boolean isRetryable(String response, String method) {
    return !response.equals("no-http") && super.isRetryable(response, method);
  }

  private static CloseableHttpAsyncClient started(Journal journal, HttpAsyncClientBuilder builder) {
    CloseableHttpAsyncClient client = journal.closing(builder.build());
    client.start();
    return client;
  }

  private void clients() {
    made("no-retries", (b, journal) -> b.disableAutomaticRetries());
    made("no-redirects", (b, journal) -> b.disableRedirectHandling());
    made(
        "request",
        (b, journal) ->
            b.addRequestInterceptorLast(
                (request, entity, context) -> journal.event("interceptor", Journal.type(request))));
    made(
        "request-throws",
        (b, journal) ->
            b.addRequestInterceptorLast(
                (request, entity, context) -> {
                  throw new IOException("the interceptor's");
                }));
    made(
        "response-throws",
        (b, journal) ->
            b.addResponseInterceptorLast(
                (response, entity, context) -> {
                  throw new IOException("the interceptor's");
                }));
    made(
        "exec",
        (b, journal) ->
            b.addExecInterceptorFirst(
                "odd",
                (request, entity, scope, chain, callback) -> {
                  SimpleHttpRequest own = (SimpleHttpRequest) scope.originalRequest;
                  journal.event("exec", own.getMethod() + " " + Journal.type(request));
                  chain.proceed(request, entity, scope, callback);
                }));
    made(
        "exec-throws",
        (b, journal) ->
            b.addExecInterceptorFirst(
                "throws",
                (request, entity, scope, chain, callback) -> {
                  throw new IOException("the handler's");
                }));
    made("strategy", (b, journal) -> b.setRetryStrategy(new Asked(journal)));
    made(
        "planner-throws",
        (b, journal) ->
            b.setRoutePlanner(
                (host, context) -> {
                  throw new org.apache.hc.core5.http.HttpException("no route");
                }));
  }

  private void made(String name, Made made) {
    client(name, j -> started(j, made.with(HttpAsyncClients.custom(), j)));
  }

  private void consumers() {
    consumer("string", j -> new BasicResponseConsumer<>(new StringAsyncEntityConsumer()));
    consumer("noop", j -> new BasicResponseConsumer<>(new NoopEntityConsumer()));
    consumer(
        "digesting",
        j ->
            new BasicResponseConsumer<>(
                new DigestingEntityConsumer<>("MD5", new StringAsyncEntityConsumer())));
    for (String failing : new String[] {"", "start", "data", "result", "releaseResources"}) {
      consumer("bin-" + failing, j -> new Bin(new Consumption(j, failing)));
      consumer("char-" + failing, j -> new Chars(new Consumption(j, failing)));
    }
  }

  private void consumer(String name, Consuming consuming) {
    for (String method : new String[] {"GET", "PUT"}) {
      each(
          "consumer-" + name + "/" + method,
          method,
          (journal, server) -> {
            execute(
                journal,
                client(journal),
                new BasicRequestProducer(
                    method,
                    URI.create(thing(server)),
                    method.equals("PUT") ? new BasicAsyncEntityProducer("text") : null),
                consuming.of(journal),
                context());
            if (name.endsWith("releaseResources")) {
              journal.await("consumer failed");
            }
          });
    }
  }

  private void arguments() {
    cases.add("null-producer", j -> execute(j, client(j), null, null));
    cases.add("null-consumer", j -> execute(j, client(j), get(j.server(OK).url("/")), null, null));
    address("unknown-host", "http://host.invalid/");
    cases.add(
        "no-scheme",
        j ->
            j.result(
                "result",
                () -> {
                  execute(j, client(j), get("/x"), null);
                  return "made";
                }));
    cases.add(
        "not-started",
        j -> {
          CloseableHttpAsyncClient client = j.closing(HttpAsyncClients.createDefault());
          execute(j, client, get(j.server(OK).url("/")), null);
        });
    closed("closed");
    cases.add(
        "response-timeout",
        j -> {
          RequestConfig config =
              RequestConfig.custom().setResponseTimeout(Timeout.ofMilliseconds(300)).build();
          execute(
              j,
              started(j, HttpAsyncClients.custom().setDefaultRequestConfig(config)),
              get(j.server(Answers.silence()).url("/")),
              context());
        });
    cases.add(
        "cancelled-on-the-wire",
        j -> {
          CountDownLatch here = new CountDownLatch(1);
          OddServer server = j.server(Answers.telling(here, Answers.silence()));
          Told<SimpleHttpResponse> told = new Told<>(j, null);
          Future<?> future =
              client(j).execute(get(server.url("/")), SimpleResponseConsumer.create(), told);
          here.await(10, TimeUnit.SECONDS);
          j.note("cancel", future.cancel(true));
          outcome(j, future, told);
        });
    cases.add(
        "callback-throws",
        j -> {
          Told<SimpleHttpResponse> told =
              new Told<>(j, new IllegalStateException("the callback's"));
          AsyncRequestProducer producer = get(j.server(OK).url("/"));
          outcome(j, client(j).execute(producer, SimpleResponseConsumer.create(), told), told);
        });
    sharedContext();
  }

  private static <T> void execute(
      Journal journal,
      CloseableHttpAsyncClient client,
      AsyncRequestProducer producer,
      AsyncResponseConsumer<T> consumer,
      HttpContext context) {
    Told<T> told = new Told<>(journal, null);
    Future<T> future;
    try {
      future = client.execute(producer, consumer, null, context, told);
    } catch (Throwable thrown) {
      journal.thrown("thrown at once", thrown);
      return;
    }
    outcome(journal, future, told);
    Contexts.show(journal, context);
  }

  private static void outcome(Journal journal, Future<?> future, Told<?> told) {
    try {
      Object result = future.get(6, TimeUnit.SECONDS);
      journal.note("result", text(result) + " " + Journal.type(result));
    } catch (Exception thrown) {
      journal.thrown("thrown", thrown);
    }
    told.await();
    journal.note("future", "done=" + future.isDone() + " cancelled=" + future.isCancelled());
  }

  private static String text(Object result) {
    if (result instanceof SimpleHttpResponse) {
      SimpleHttpResponse response = (SimpleHttpResponse) result;
      return response + " " + Arrays.toString(response.getHeaders()) + " " + response.getBodyText();
    }
    return String.valueOf(result);
  }

  private static final class Told<T> extends Callback<T> implements FutureCallback<T> {
    Told(Journal journal, RuntimeException failure) {
      super(journal, failure);
    }
  }

  /** An application's own consumer of bytes. */
  private static final class Bin extends AbstractBinResponseConsumer<Integer> {
    private final Consumption consumption;

    Bin(Consumption consumption) {
      this.consumption = consumption;
    }

    @Override
    protected void start(HttpResponse response, ContentType type) throws IOException {
      consumption.step("start");
    }

    @Override
    protected int capacityIncrement() {
      return Integer.MAX_VALUE;
    }

    @Override
    protected void data(ByteBuffer src, boolean end) throws IOException {
      int length = src.remaining();
      src.position(src.limit());
      consumption.data(length);
    }

    @Override
    protected Integer buildResult() {
      try {
        return consumption.result();
      } catch (IOException e) {
        throw new IllegalStateException(e.getMessage());
      }
    }

    @Override
    public void failed(Exception cause) {
      consumption.failed(cause);
    }

    @Override
    public void releaseResources() {
      consumption.release();
    }
  }

  /** An application's own consumer of characters. */
  private static final class Chars extends AbstractCharResponseConsumer<Integer> {
    private final Consumption consumption;

    Chars(Consumption consumption) {
      this.consumption = consumption;
    }

    @Override
    protected void start(HttpResponse response, ContentType type) throws IOException {
      consumption.step("start");
    }

    @Override
    protected int capacityIncrement() {
      return Integer.MAX_VALUE;
    }

    @Override
    protected void data(CharBuffer src, boolean end) throws IOException {
      int length = src.remaining();
      src.position(src.limit());
      consumption.data(length);
    }

    @Override
    protected Integer buildResult() throws IOException {
      return consumption.result();
    }

    @Override
    public void failed(Exception cause) {
      consumption.failed(cause);
    }

    @Override
    public void releaseResources() {
      consumption.release();
    }
  }
}
