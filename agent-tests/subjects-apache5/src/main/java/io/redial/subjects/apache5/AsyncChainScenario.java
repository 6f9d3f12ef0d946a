package io.redial.subjects.apache5;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.async.methods.SimpleResponseConsumer;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;

/**
 * Posts with an asynchronous client, minimal or with an execution chain of which the application is
 * a part ("chain"), and tells what the application is shown or keeps.
 */
public final class AsyncChainScenario implements Scenario {
  private static final int CALLS = 4;

  private final AtomicReference<HttpRequest> sent = new AtomicReference<>();
  private final Reply reply = new Reply();

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    String chain = args.get("chain");
    List<Object> kept = new ArrayList<>();
    boolean minimal = Boolean.parseBoolean(args.get("minimal"));
    WeakReference<?> client = calls(chain, minimal, args.get("url"), kept);
    if (chain.equals("keeps")) {
      for (int i = 0; i < 100 && client.get() != null; i++) {
        System.gc();
        Thread.sleep(100);
      }
      reply.put("kept", kept.size()).put("held", client.get() != null);
    }
    return reply.facts();
  }

  private WeakReference<?> calls(String chain, boolean minimal, String url, List<Object> kept)
      throws Exception {
    try (CloseableHttpAsyncClient client =
        minimal
            ? HttpAsyncClients.createMinimal()
            : HttpAsyncClients.custom().addExecInterceptorFirst("its", part(chain)).build()) {
      client.start();
      for (int i = 0; i < (chain.equals("keeps") ? CALLS : 1); i++) {
        call(client, chain, url, kept);
      }
      return new WeakReference<>(client);
    }
  }

  private void call(CloseableHttpAsyncClient client, String chain, String url, List<Object> kept)
      throws InterruptedException {
    HttpClientContext context = HttpClientContext.create();
    SimpleHttpRequest post = new SimpleHttpRequest("POST", URI.create(url));
    post.setBody(new byte[500], ContentType.APPLICATION_OCTET_STREAM);
    sent.set(post);
    AsyncResponseConsumer<SimpleHttpResponse> consumer =
        chain.equals("no-consumer") ? null : SimpleResponseConsumer.create();
    try {
      Future<SimpleHttpResponse> future =
          client.execute(SimpleRequestProducer.create(post), consumer, context, null);
      kept.add(future);
      SimpleHttpResponse response = future.get(20, TimeUnit.SECONDS);
      reply.put("status", response == null ? "null" : response.getCode());
      kept.add(post);
      kept.add(response);
    } catch (ExecutionException wrapped) {
      reply.thrown("thrown", wrapped.getCause());
      kept.add(wrapped);
    } catch (RuntimeException | TimeoutException thrown) {
      reply.thrown("thrown", thrown);
    }
    kept.add(context);
    reply.put("request-shown", shown(context.getRequest()));
  }

  private String shown(HttpRequest request) {
    return request == null ? "none" : request == sent.get() ? "own" : "other";
  }

  private AsyncExecChainHandler part(String kind) {
    switch (kind) {
      case "null":
        return (request, body, scope, chain, callback) -> {
          callback.handleResponse(null, null);
          callback.completed();
        };
      case "throws":
        return (request, body, scope, chain, callback) -> {
          throw new CancellationException("not today");
        };
      default:
        return (request, body, scope, chain, callback) -> {
          boolean own = scope.originalRequest == sent.get();
          reply.put("own", own && !"false".equals(reply.get("own")));
          chain.proceed(request, body, scope, callback);
        };
    }
  }
}
