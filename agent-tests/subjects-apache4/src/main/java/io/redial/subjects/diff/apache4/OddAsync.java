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
public final class OddAsync implements Family {
  private final Cases cases = new Cases("apache4-async");

  private interface Made {
    HttpAsyncClientBuilder with(HttpAsyncClientBuilder builder, Journal journal);
  }

  private interface Consuming {
    HttpAsyncResponseConsumer<?> of(Journal journal) throws Exception;
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
                      journal ->
                          execute(
                              journal,
                              started(journal, HttpAsyncClients.custom()),
                              producer(method, journal.server(steps).url("/thing?a=b")),
                              HttpAsyncMethods.createConsumer(),
                              HttpClientContext.create())));
    }
  }

  private void clients() {
    Map<String, Made> clients = new LinkedHashMap<>();
    clients.put(
        "request",
        (b, journal) ->
            b.addInterceptorLast(
                (org.apache.http.HttpRequest request, HttpContext context) ->
                    journal.event("interceptor", Contexts.type(request))));
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
        "planner-throws",
        (b, journal) ->
            b.setRoutePlanner(
                (host, request, context) -> {
                  throw new HttpException("no route");
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
                                    producer("GET", journal.server(steps).url("/thing")),
                                    HttpAsyncMethods.createConsumer(),
                                    HttpClientContext.create()))));
  }

  private void consumers() {
    Map<String, Consuming> consumers = new LinkedHashMap<>();
    consumers.put("zero-copy", Zero::new);
    for (String failing : new String[] {"", "response", "data", "result"}) {
      consumers.put("bytes-" + failing, j -> new Bytes(j, failing));
      consumers.put("chars-" + failing, j -> new Chars(j, failing));
      consumers.put("own-" + failing, j -> new OwnConsumer(j, failing));
    }
    consumers.put("own-releaseResources", j -> new OwnConsumer(j, "releaseResources"));
    consumers.forEach(
        (name, consuming) ->
            Responses.few()
                .forEach(
                    (answer, steps) -> {
                      for (String method : new String[] {"GET", "PUT"}) {
                        cases.add(
                            "consumer-" + name + "/" + method + "/" + answer,
                            Responses.isRetryable(answer, method),
                            journal ->
                                execute(
                                    journal,
                                    started(journal, HttpAsyncClients.custom()),
                                    producer(method, journal.server(steps).url("/thing")),
                                    consuming.of(journal),
                                    HttpClientContext.create()));
                      }
                    }));
  }

  private void arguments() {
    OddServer.Step ok = Answers.ok("fine");
    cases.add("null-producer", j -> get(j, null, HttpAsyncMethods.createConsumer()));
    cases.add("null-consumer", j -> get(j, producer("GET", j.server(ok).url("/")), null));
    cases.add(
        "unknown-host",
        j -> get(j, producer("GET", "http://host.invalid/"), HttpAsyncMethods.createConsumer()));
    cases.add(
        "not-started",
        j ->
            execute(
                j,
                j.closing(HttpAsyncClients.createDefault()),
                producer("GET", j.server(ok).url("/")),
                HttpAsyncMethods.createConsumer(),
                null));
    cases.add(
        "closed",
        j -> {
          CloseableHttpAsyncClient client = started(j, HttpAsyncClients.custom());
          client.close();
          HttpAsyncRequestProducer producer = producer("GET", j.server(ok).url("/"));
          execute(j, client, producer, HttpAsyncMethods.createConsumer(), null);
        });
    cases.add(
        "socket-timeout",
        j -> {
          RequestConfig config = RequestConfig.custom().setSocketTimeout(300).build();
          execute(
              j,
              started(j, HttpAsyncClients.custom().setDefaultRequestConfig(config)),
              producer("GET", j.server(Answers.silence()).url("/")),
              HttpAsyncMethods.createConsumer(),
              HttpClientContext.create());
        });
    cases.add(
        "cancelled-on-the-wire",
        j -> {
          CountDownLatch here = new CountDownLatch(1);
          OddServer server = j.server(Answers.telling(here, Answers.silence()));
          Told<HttpResponse> told = new Told<>(j);
          Future<HttpResponse> future =
              started(j, HttpAsyncClients.custom())
                  .execute(
                      producer("GET", server.url("/")), HttpAsyncMethods.createConsumer(), told);
          here.await(10, TimeUnit.SECONDS);
          j.note("cancel", future.cancel(true));
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
            HttpAsyncRequestProducer producer = producer("GET", server.url(path));
            execute(j, client, producer, HttpAsyncMethods.createConsumer(), context);
          }
        });
  }

  private static <T> void get(
      Journal journal, HttpAsyncRequestProducer producer, HttpAsyncResponseConsumer<T> consumer) {
    execute(journal, started(journal, HttpAsyncClients.custom()), producer, consumer, null);
  }

  private static HttpAsyncRequestProducer producer(String method, String url) {
    OddClassic.Own request = new OddClassic.Own(method, URI.create(url));
    if (method.startsWith("P")) {
      request.setEntity(new StringEntity("some text", ContentType.TEXT_PLAIN));
    }
    return HttpAsyncMethods.create(
        URIUtils.extractHost(request.getURI()), (HttpUriRequest) request);
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
          + Contexts.type(response)
          + " "
          + Arrays.toString(response.getAllHeaders())
          + " "
          + (entity == null ? "none" : EntityUtils.toString(entity));
    }
    return String.valueOf(result);
  }

  /** What a callback is told. */
  private static final class Told<T> implements FutureCallback<T> {
    private final Journal journal;
    private final CountDownLatch told = new CountDownLatch(1);

    Told(Journal journal) {
      this.journal = journal;
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
    }

    @Override
    public void completed(T result) {
      told("completed with " + Contexts.type(result));
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
    private final Journal journal;
    private final String failing;
    private int bytes;

    Bytes(Journal journal, String failing) {
      this.journal = journal;
      this.failing = failing;
    }

    @Override
    protected void onResponseReceived(HttpResponse response) throws HttpException, IOException {
      fail(journal, "response", failing);
    }

    @Override
    protected void onByteReceived(java.nio.ByteBuffer buffer, IOControl control)
        throws IOException {
      bytes += buffer.remaining();
      if (failing.equals("data")) {
        fail(journal, "data", failing);
      }
    }

    @Override
    protected Integer buildResult(HttpContext context) throws IOException {
      fail(journal, "result", failing);
      return bytes;
    }
  }

  /** An application's own consumer of characters. */
  private static final class Chars extends AsyncCharConsumer<Integer> {
    private final Journal journal;
    private final String failing;
    private int chars;

    Chars(Journal journal, String failing) {
      this.journal = journal;
      this.failing = failing;
    }

    @Override
    protected void onResponseReceived(HttpResponse response) throws HttpException, IOException {
      fail(journal, "response", failing);
    }

    @Override
    protected void onCharReceived(java.nio.CharBuffer buffer, IOControl control)
        throws IOException {
      chars += buffer.remaining();
      if (failing.equals("data")) {
        fail(journal, "data", failing);
      }
    }

    @Override
    protected Integer buildResult(HttpContext context) throws IOException {
      fail(journal, "result", failing);
      return chars;
    }
  }

  /** An application's own consumer of everything. */
  private static final class OwnConsumer extends AbstractAsyncResponseConsumer<Integer> {
    private final Journal journal;
    private final String failing;
    private int bytes;

    OwnConsumer(Journal journal, String failing) {
      this.journal = journal;
      this.failing = failing;
    }

    @Override
    protected void onResponseReceived(HttpResponse response) throws HttpException, IOException {
      fail(journal, "response", failing);
    }

    @Override
    protected void onEntityEnclosed(HttpEntity entity, ContentType type) {
      journal.note("consumer", "entity " + entity.getContentLength());
    }

    @Override
    protected void onContentReceived(ContentDecoder decoder, IOControl control) throws IOException {
      java.nio.ByteBuffer buffer = java.nio.ByteBuffer.allocate(4096);
      int read = decoder.read(buffer);
      bytes += Math.max(0, read);
      if (failing.equals("data")) {
        fail(journal, "data", failing);
      }
    }

    @Override
    protected Integer buildResult(HttpContext context) throws IOException {
      fail(journal, "result", failing);
      return bytes;
    }

    @Override
    protected void releaseResources() {
      journal.noteOnce("consumer released", "yes");
      if (failing.equals("releaseResources")) {
        throw new IllegalStateException("no release");
      }
    }
  }
}
