package io.redial.subjects.apache5;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.reactor.IOReactorConfig;

/**
 * Makes four GET requests over one HTTP/2 connection of an asynchronous client: of {@code first},
 * then of {@code slow}, and during that of {@code stalled} and, after it, of {@code last}. The
 * {@code client} is {@code plain}, {@code plain-minimal}, or of a pool that leads exchanges through
 * one connection: {@code multiplexing}, {@code multiplexing-minimal}. With {@code opens=true} there
 * is no first one, and the one that stalls opens the connection.
 */
public final class OneConnection implements Scenario {
  private PoolingAsyncClientConnectionManager pool;

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    String url = args.get("url");
    Reply reply = new Reply();
    try (CloseableHttpAsyncClient client = client(args.get("client"))) {
      client.start();
      boolean opens = Boolean.parseBoolean(args.get("opens"));
      if (!opens) {
        reply.put("first", outcome(get(client, url + "/first")));
        awaitReturn();
      }
      Future<SimpleHttpResponse> early = opens ? get(client, url + "/stalled") : null;
      Future<SimpleHttpResponse> slow = get(client, url + "/slow");
      reply.put("stalled", outcome(opens ? early : get(client, url + "/stalled")));
      reply.put("last", outcome(get(client, url + "/last")));
      reply.put("slow", outcome(slow));
    }
    return reply.facts();
  }

  /** The client gives a connection back just after it has completed the call. */
  private void awaitReturn() throws InterruptedException {
    for (int i = 0; pool != null && pool.getTotalStats().getAvailable() == 0 && i < 500; i++) {
      Thread.sleep(10);
    }
  }

  private static Future<SimpleHttpResponse> get(CloseableHttpAsyncClient client, String url) {
    return client.execute(new SimpleHttpRequest("GET", url), HttpClientContext.create(), null);
  }

  private static String outcome(Future<SimpleHttpResponse> call) throws Exception {
    try {
      SimpleHttpResponse response = call.get(20, TimeUnit.SECONDS);
      return response.getCode() + " " + response.getBodyText();
    } catch (ExecutionException e) {
      return e.getCause().toString();
    }
  }

  private CloseableHttpAsyncClient client(String kind) throws Exception {
    switch (kind) {
      case "plain":
        return HttpAsyncClients.createHttp2Default();
      case "plain-minimal":
        return HttpAsyncClients.createHttp2Minimal();
      case "multiplexing":
        return HttpAsyncClients.custom().setConnectionManager(multiplexing()).build();
      default:
        return HttpAsyncClients.createMinimal(
            HttpVersionPolicy.FORCE_HTTP_2,
            H2Config.DEFAULT,
            Http1Config.DEFAULT,
            IOReactorConfig.DEFAULT,
            multiplexing());
    }
  }

  /** What only newer versions have than the one that this is compiled against. */
  private PoolingAsyncClientConnectionManager multiplexing() throws Exception {
    Class<?> type = Class.forName("org.apache.hc.client5.http.config.TlsConfig");
    Object tls = type.getMethod("custom").invoke(null);
    tls.getClass()
        .getMethod("setVersionPolicy", HttpVersionPolicy.class)
        .invoke(tls, HttpVersionPolicy.FORCE_HTTP_2);
    PoolingAsyncClientConnectionManagerBuilder builder =
        PoolingAsyncClientConnectionManagerBuilder.create();
    Method config = builder.getClass().getMethod("setDefaultTlsConfig", type);
    config.invoke(builder, tls.getClass().getMethod("build").invoke(tls));
    builder.getClass().getMethod("setMessageMultiplexing", boolean.class).invoke(builder, true);
    pool = builder.build();
    return pool;
  }
}
