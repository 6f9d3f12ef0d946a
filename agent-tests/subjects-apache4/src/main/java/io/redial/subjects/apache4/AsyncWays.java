package io.redial.subjects.apache4;

import io.redial.subjects.Order;
import io.redial.subjects.Reply;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.client.utils.URIUtils;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.nio.client.methods.HttpAsyncMethods;
import org.apache.http.util.EntityUtils;

/** The methods by which an application may begin an asynchronous call besides the longest one. */
final class AsyncWays {
  private AsyncWays() {}

  static Reply send(CloseableHttpAsyncClient client, Order order)
      throws InterruptedException, ExecutionException, IOException {
    HttpResponse response = begin(client, order).get();
    Reply reply = new Reply();
    reply.put("status", response.getStatusLine().getStatusCode());
    return reply.body(EntityUtils.toByteArray(response.getEntity()));
  }

  private static Future<HttpResponse> begin(CloseableHttpAsyncClient client, Order order) {
    HttpGet get = new HttpGet(order.url());
    HttpHost host = URIUtils.extractHost(get.getURI());
    switch (order.get("way", "")) {
      case "context":
        return client.execute(get, Contexts.of(order), null);
      case "host":
        return client.execute(host, get, null);
      case "host-context":
        return client.execute(host, get, HttpClientContext.create(), null);
      case "simple":
        return client.execute(get, null);
      case "producer":
        return client.execute(
            HttpAsyncMethods.create(host, get), HttpAsyncMethods.createConsumer(), null);
      default:
        throw new IllegalArgumentException(order.get("way", ""));
    }
  }
}
