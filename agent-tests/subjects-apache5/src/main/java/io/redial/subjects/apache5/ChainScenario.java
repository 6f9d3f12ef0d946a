package io.redial.subjects.apache5;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.util.Timeout;

/**
 * Posts a stream over the only connection of its pool, through an execution chain of which the
 * application is a part ("chain").
 */
public final class ChainScenario implements Scenario {
  private final AtomicReference<HttpPost> sent = new AtomicReference<>();
  private final Reply reply = new Reply();

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    URI url = URI.create(args.get("url"));
    HttpClientContext context = HttpClientContext.create();
    try (CloseableHttpClient client =
        HttpClients.custom()
            .setConnectionManager(oneConnection())
            .setDefaultRequestConfig(
                RequestConfig.custom().setConnectionRequestTimeout(Timeout.ofSeconds(5)).build())
            .addExecInterceptorFirst("its", part(args.get("chain")))
            .build()) {
      HttpPost post = new HttpPost(url);
      post.setEntity(new InputStreamEntity(new ByteArrayInputStream(new byte[500]), 500, null));
      sent.set(post);
      take(client, url, context);
    }
    reply.put("shown", context.getResponse() == null ? "none" : context.getResponse().getCode());
    return reply.facts();
  }

  private static PoolingHttpClientConnectionManager oneConnection() {
    PoolingHttpClientConnectionManager connections = new PoolingHttpClientConnectionManager();
    connections.setMaxTotal(1);
    connections.setDefaultMaxPerRoute(1);
    return connections;
  }

  @SuppressWarnings("deprecation") // A null response shows only where no handler is given one.
  private void take(CloseableHttpClient client, URI url, HttpClientContext context) {
    HttpHost host = new HttpHost(url.getScheme(), url.getHost(), url.getPort());
    try (ClassicHttpResponse response = client.execute(host, sent.get(), context)) {
      reply.put("status", response == null ? "null" : response.getCode());
      if (response != null) {
        EntityUtils.consume(response.getEntity());
      }
    } catch (Exception thrown) {
      reply.thrown("thrown", thrown);
    }
  }

  private ExecChainHandler part(String kind) {
    switch (kind) {
      case "looks":
        return (request, scope, chain) -> {
          reply.put(
              "own", scope.originalRequest == sent.get() && !"false".equals(reply.get("own")));
          return chain.proceed(request, scope);
        };
      case "null":
        return (request, scope, chain) -> null;
      case "broken-decoder":
        return (request, scope, chain) -> brokenIf503(chain.proceed(request, scope));
      default:
        throw new IllegalArgumentException(kind);
    }
  }

  private static ClassicHttpResponse brokenIf503(ClassicHttpResponse response) {
    if (response.getCode() == 503) {
      response.setEntity(
          new HttpEntityWrapper(response.getEntity()) {
            @Override
            public InputStream getContent() {
              throw new UnsatisfiedLinkError("no such decoder");
            }
          });
    }
    return response;
  }
}
