package io.redial.subjects.diff.apache4;

import io.redial.subjects.diff.Answers;
import io.redial.subjects.diff.Callback;
import io.redial.subjects.diff.Cases;
import io.redial.subjects.diff.ClientCases;
import io.redial.subjects.diff.Consumption;
import io.redial.subjects.diff.Journal;
import io.redial.subjects.diff.OddServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpEntity;
import org.apache.http.HttpException;
import org.apache.http.HttpResponse;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.client.utils.URIUtils;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClientBuilder;
import org.apache.http.impl.nio.client.HttpAsyncClients;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.client.methods.AsyncByteConsumer;
import org.apache.http.nio.client.methods.AsyncCharConsumer;
import org.apache.http.nio.client.methods.HttpAsyncMethods;
import org.apache.http.nio.client.methods.ZeroCopyConsumer;
import org.apache.http.nio.protocol.AbstractAsyncResponseConsumer;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;

/** Odd calls of the asynchronous client. */
public final class OddAsync
    extends ClientCases<CloseableHttpAsyncClient, HttpAsyncRequestProducer, HttpContext> {
  private interface Made {
    HttpAsyncClientBuilder with(HttpAsyncClientBuilder builder, Journal journal);
  }

  private interface Consuming {
    HttpAsyncResponseConsumer<?> of(Journal journal) throws Exception;
  }

  /** Of the client that a builder makes. */
  public OddAsync() {
    super("apache4-async");
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
  protected HttpAsyncRequestProducer request(String method, String url) {
    OddClassic.Own request = new OddClassic.Own(method, url);
    if (method.startsWith("P")) {
      request.setEntity(new StringEntity("some text", ContentType.TEXT_PLAIN));
    }
    return HttpAsyncMethods.create(
        URIUtils.extractHost(request.getURI()), (HttpUriRequest) request);
  }

  @Override
  protected HttpAsyncRequestProducer get(String url) {
    return request("GET", url);
  }

  @Override
  protected HttpContext context() {
    return HttpClientContext.create();
  }

  @Override
  protected void execute(
      Journal journal,
      CloseableHttpAsyncClient client,
      HttpAsyncRequestProducer producer,
      HttpContext context) {
    execute(journal, client, producer, HttpAsyncMethods.createConsumer(), context);
  }

  private static CloseableHttpAsyncClient started(Journal journal, HttpAsyncClientBuilder builder) {
    CloseableHttpAsyncClient client = journal.closing(builder.build());
    client.start();
    return client;
  }

  private void clients() {
    made(
        "request",
        (b, journal) ->
            b.addInterceptorLast(
                (org.apache.http.HttpRequest request, HttpContext context) ->
                    journal.event("interceptor", Journal.type(request))));
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
        "planner-throws",
        (b, journal) ->
            b.setRoutePlanner(
                (host, request, context) -> {
                  throw new HttpException("no route");
                }));
  }

  private void made(String name, Made made) {
    each(
        "client-" + name,
        "GET",
        (journal, server) ->
            execute(
                journal,
                started(journal, made.with(HttpAsyncClients.custom(), journal)),
                get(server.url("/thing")),
                context()));
  }

  private void consumers() {
    consumer("zero-copy", Zero::new);
    for (String failing : new String[] {"", "response", "data", "result"}) {
      consumer("bytes-" + failing, j -> new Bytes(new Consumption(j, failing)));
      consumer("chars-" + failing, j -> new Chars(new Consumption(j, failing)));
      own(failing);
    }
    own("releaseResources");
  }

  private void own(String failing) {
    consumer("own-" + failing, j -> new OwnConsumer(j, new Consumption(j, failing)));
  }

  private void consumer(String name, Consuming consuming) {
    for (String method : new String[] {"GET", "PUT"}) {
      each(
          "consumer-" + name + "/" + method,
          method,
          (journal, server) ->
              execute(
                  journal,
                  client(journal),
                  request(method, server.url("/thing")),
                  consuming.of(journal),
                  context()));
    }
  }

  private void arguments() {
    cases.add("null-producer", j -> execute(j, client(j), null, null));
    cases.add("null-consumer", j -> execute(j, client(j), get(j.server(OK).url("/")), null, null));
    address("unknown-host", "http://host.invalid/");
    cases.add(
        "not-started",
        j -> {
          CloseableHttpAsyncClient client = j.closing(HttpAsyncClients.createDefault());
          execute(j, client, get(j.server(OK).url("/")), null);
        });
    closed("closed");
    cases.add(
        "socket-timeout",
        j -> {
          RequestConfig config = RequestConfig.custom().setSocketTimeout(300).build();
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
          Told<HttpResponse> told = new Told<>(j);
          Future<HttpResponse> future =
              client(j).execute(get(server.url("/")), HttpAsyncMethods.createConsumer(), told);
          here.await(10, TimeUnit.SECONDS);
          j.note("cancel", future.cancel(true));
          outcome(j, future, told);
        });
    sharedContext();
  }

  private static <T> void execute(
      Journal journal,
      CloseableHttpAsyncClient client,
      HttpAsyncRequestProducer producer,
      HttpAsyncResponseConsumer<T> consumer,
      HttpContext context) {
    Told<T> told = new Told<>(journal);
    Future<T> future;
    try {
      future = client.execute(producer, consumer, context, told);
    } catch (Throwable thrown) {
      journal.thrown("thrown at once", thrown);
      return;
    }
    outcome(journal, future, told);
    Contexts.show(journal, context);
  }

  private static void outcome(Journal journal, Future<?> future, Told<?> told) {
    journal.result("result", () -> text(future.get(6, TimeUnit.SECONDS)));
    told.await();
    journal.note("future", "done=" + future.isDone() + " cancelled=" + future.isCancelled());
  }

  private static String text(Object result) throws IOException {
    if (result instanceof HttpResponse) {
      HttpResponse response = (HttpResponse) result;
      HttpEntity entity = response.getEntity();
      return response.getStatusLine()
          + " "
          + Journal.type(response)
          + " "
          + Arrays.toString(response.getAllHeaders())
          + " "
          + (entity == null ? "none" : EntityUtils.toString(entity));
    }
    return String.valueOf(result);
  }

  private static final class Told<T> extends Callback<T> implements FutureCallback<T> {
    Told(Journal journal) {
      super(journal, null);
    }
  }

  /** To a file. */
  private static final class Zero extends ZeroCopyConsumer<Long> {
    Zero(Journal journal) throws IOException {
      super(journal.file("got", new byte[0]).toFile());
    }

    @Override
    protected Long process(HttpResponse response, java.io.File file, ContentType type) {
      return file.length();
    }
  }

  /** An application's own consumer of bytes. */
  private static final class Bytes extends AsyncByteConsumer<Integer> {
    private final Consumption consumption;

    Bytes(Consumption consumption) {
      this.consumption = consumption;
    }

    @Override
    protected void onResponseReceived(HttpResponse response) throws IOException {
      consumption.step("response");
    }

    @Override
    protected void onByteReceived(ByteBuffer buffer, IOControl control) throws IOException {
      consumption.data(buffer.remaining());
    }

    @Override
    protected Integer buildResult(HttpContext context) throws IOException {
      return consumption.result();
    }
  }

  /** An application's own consumer of characters. */
  private static final class Chars extends AsyncCharConsumer<Integer> {
    private final Consumption consumption;

    Chars(Consumption consumption) {
      this.consumption = consumption;
    }

    @Override
    protected void onResponseReceived(HttpResponse response) throws IOException {
      consumption.step("response");
    }

    @Override
    protected void onCharReceived(CharBuffer buffer, IOControl control) throws IOException {
      consumption.data(buffer.remaining());
    }

    @Override
    protected Integer buildResult(HttpContext context) throws IOException {
      return consumption.result();
    }
  }

  /** An application's own consumer of everything. */
  private static final class OwnConsumer extends AbstractAsyncResponseConsumer<Integer> {
    private final Journal journal;
    private final Consumption consumption;

    OwnConsumer(Journal journal, Consumption consumption) {
      this.journal = journal;
      this.consumption = consumption;
    }

    @Override
    protected void onResponseReceived(HttpResponse response) throws IOException {
      consumption.step("response");
    }

    @Override
    protected void onEntityEnclosed(HttpEntity entity, ContentType type) {
      journal.note("consumer", "entity " + entity.getContentLength());
    }

    @Override
    protected void onContentReceived(ContentDecoder decoder, IOControl control) throws IOException {
      consumption.data(Math.max(0, decoder.read(ByteBuffer.allocate(4096))));
    }

    @Override
    protected Integer buildResult(HttpContext context) throws IOException {
      return consumption.result();
    }

    @Override
    protected void releaseResources() {
      consumption.release();
    }
  }
}
