package com.example.warehouse;

import com.example.calls.Call;
import com.example.calls.CallList;
import com.example.calls.Caller;
import com.example.calls.OrderLines;
import com.example.calls.Reply;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.util.Timeout;

/** Makes the calls that its command line lists: {@code NAME=get|post-stream:URL}. */
public final class Warehouse implements Caller {
  private static final int LINES = 4_000;

  private final CloseableHttpClient client;

  private Warehouse(CloseableHttpClient client) {
    this.client = client;
  }

  public static void main(String[] arguments) throws IOException {
    RequestConfig timeouts =
        RequestConfig.custom().setResponseTimeout(Timeout.ofSeconds(5)).build();
    try (CloseableHttpClient client =
        HttpClients.custom().setDefaultRequestConfig(timeouts).build()) {
      CallList.of(arguments).run(new Warehouse(client), System.out);
    }
  }

  @Override
  public Reply make(Call call) throws IOException {
    switch (call.verb()) {
      case "get":
        return execute(new HttpGet(call.uri()));
      case "post-stream":
        InputStream report = OrderLines.stream("", LINES, n -> "article-" + n + ";1\n", "");
        HttpPost post = new HttpPost(call.uri());
        post.setEntity(new InputStreamEntity(report, ContentType.TEXT_PLAIN));
        return execute(post);
      default:
        throw new IllegalArgumentException("unknown verb: " + call.verb());
    }
  }

  private Reply execute(ClassicHttpRequest request) throws IOException {
    return client.execute(
        request,
        response -> new Reply(response.getCode(), EntityUtils.toString(response.getEntity())));
  }
}
