package io.redial.subjects.apache5;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpRequestInterceptor;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Makes {@code calls} to {@code url} with one context, of which one is always in flight, and tells
 * of how many the request is still {@code held} when all but the last are over.
 */
public final class SharedContext implements Scenario {
  private final Semaphore entered = new Semaphore(0);
  private final Map<String, Semaphore> mayLeave = new ConcurrentHashMap<>();
  private final HttpClientContext context = HttpClientContext.create();
  private final List<WeakReference<HttpGet>> requests = new ArrayList<>();

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    int calls = Integer.parseInt(args.get("calls"));
    try (CloseableHttpClient client =
        HttpClients.custom().addRequestInterceptorLast(new Holding()).build()) {
      Deque<Thread> inFlight = new ArrayDeque<>();
      for (int i = 0; i < calls; i++) {
        inFlight.add(start(client, args.get("url"), Integer.toString(i)));
        entered.acquire();
        if (i > 0) {
          finish(inFlight.remove(), i - 1);
        }
      }
      Reply reply = new Reply().put("held", held());
      finish(inFlight.remove(), calls - 1);
      return reply.facts();
    }
  }

  private Thread start(CloseableHttpClient client, String url, String number) {
    HttpGet get = new HttpGet(url);
    get.addHeader("X-Number", number);
    requests.add(new WeakReference<>(get));
    mayLeave.put(number, new Semaphore(0));
    Thread thread = new Thread(() -> send(client, get));
    thread.start();
    return thread;
  }

  private void send(CloseableHttpClient client, HttpGet get) {
    try {
      client.execute(get, context, response -> null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void finish(Thread call, int number) throws InterruptedException {
    mayLeave.get(Integer.toString(number)).release();
    call.join();
  }

  /** After some time for the collector. */
  private long held() throws InterruptedException {
    long held = requests.size();
    for (int i = 0; i < 20 && held > 2; i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(50);
      held = requests.stream().filter(request -> request.get() != null).count();
    }
    return held;
  }

  /** Holds each call until it may leave. */
  private final class Holding implements HttpRequestInterceptor {
    @Override
    public void process(HttpRequest request, EntityDetails entity, HttpContext its) {
      entered.release();
      mayLeave.get(request.getFirstHeader("X-Number").getValue()).acquireUninterruptibly();
    }
  }
}
