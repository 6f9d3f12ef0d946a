package io.redial.subjects.apache5;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;

/**
 * Makes a GET of {@code url} and, while that is under way, a POST to {@code other} on the same
 * context, asynchronously.
 */
public final class CallsOnOneContext implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    try (CloseableHttpAsyncClient client = HttpAsyncClients.createDefault()) {
      client.start();
      HttpClientContext context = HttpClientContext.create();
      Future<SimpleHttpResponse> get =
          client.execute(new SimpleHttpRequest("GET", args.get("url")), context, null);
      Future<SimpleHttpResponse> post =
          client.execute(new SimpleHttpRequest("POST", args.get("other")), context, null);
      return new Reply().put("get", outcome(get)).put("post", outcome(post)).facts();
    }
  }

  private static String outcome(Future<SimpleHttpResponse> call) throws Exception {
    try {
      return Integer.toString(call.get(20, TimeUnit.SECONDS).getCode());
    } catch (ExecutionException e) {
      return "failed";
    }
  }
}
