package io.redial.subjects.apache4;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.entity.HttpEntityWrapper;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.execchain.ClientExecChain;
import org.apache.http.util.EntityUtils;

/**
 * Posts a stream over the only connection of its pool, through an execution chain of which the
 * application is a part ("chain").
 */
public final class ChainScenario implements Scenario {
  private static final int LEASE_MILLIS = 5_000;

  private final AtomicReference<HttpPost> sent = new AtomicReference<>();
  private final Reply reply = new Reply();

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    String url = args.get("url");
    HttpClientContext context = HttpClientContext.create();
    try (CloseableHttpClient client =
        new Builder(args.get("chain"))
            .disableRedirectHandling()
            .setMaxConnTotal(1)
            .setMaxConnPerRoute(1)
            .setDefaultRequestConfig(
                RequestConfig.custom().setConnectionRequestTimeout(LEASE_MILLIS).build())
            .build()) {
      HttpPost post = new HttpPost(url);
      post.setEntity(new InputStreamEntity(new ByteArrayInputStream(new byte[500]), 500));
      sent.set(post);
      take(client, context);
    }
    Object shown = context.getResponse();
    reply.put(
        "shown", shown == null ? "none" : context.getResponse().getStatusLine().getStatusCode());
    return reply.facts();
  }

  private void take(CloseableHttpClient client, HttpClientContext context) {
    try (CloseableHttpResponse response = client.execute(sent.get(), context)) {
      reply.put("status", response == null ? "null" : response.getStatusLine().getStatusCode());
      if (response != null) {
        EntityUtils.consume(response.getEntity());
      }
    } catch (Exception thrown) {
      reply.thrown("thrown", thrown);
    }
  }

  private static CloseableHttpResponse brokenIf503(CloseableHttpResponse response) {
    if (response.getStatusLine().getStatusCode() == 503) {
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

  private final class Builder extends HttpClientBuilder {
    private final String kind;

    Builder(String kind) {
      this.kind = kind;
    }

    @Override
    protected ClientExecChain decorateProtocolExec(ClientExecChain next) {
      switch (kind) {
        case "looks":
          return (route, request, context, aware) -> {
            boolean own = request.getOriginal() == sent.get();
            reply.put("own", own && !"false".equals(reply.get("own")));
            return next.execute(route, request, context, aware);
          };
        case "null":
          return (route, request, context, aware) -> null;
        case "broken-decoder":
          return (route, request, context, aware) ->
              brokenIf503(next.execute(route, request, context, aware));
        default:
          throw new IllegalArgumentException(kind);
      }
    }
  }
}
