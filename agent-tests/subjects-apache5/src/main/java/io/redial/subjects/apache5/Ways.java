package io.redial.subjects.apache5;

import io.redial.subjects.BodyKind;
import io.redial.subjects.Order;
import io.redial.subjects.Reply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.fluent.Executor;
import org.apache.hc.client5.http.fluent.Request;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.io.HttpClientResponseHandler;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.util.Timeout;

/** The methods by which an application may make a call; an order names one with "way". */
final class Ways {
  private Ways() {}

  static byte[] execute(
      CloseableHttpClient client, ClassicRequest request, HttpClientResponseHandler<byte[]> handler)
      throws IOException, HttpException {
    HttpHost host = RoutingSupport.determineHost(request.http());
    switch (request.way()) {
      case "":
        return client.execute(request.http(), handler);
      case "context":
        return client.execute(request.http(), request.context(), handler);
      case "host":
        return client.execute(host, request.http(), handler);
      case "host-context":
        return client.execute(host, request.http(), request.context(), handler);
      case "fluent":
        return Executor.newInstance(client)
            .execute(Request.get(request.url()))
            .handleResponse(handler);
      default:
        throw new IllegalArgumentException(request.way());
    }
  }

  static Future<HttpResponse> execute(
      CloseableHttpAsyncClient client,
      Order order,
      AsyncRequestProducer producer,
      AsyncResponseConsumer<HttpResponse> consumer,
      FutureCallback<HttpResponse> callback) {
    switch (order.get("way", "")) {
      case "":
        return client.execute(producer, consumer, callback);
      case "context":
        return client.execute(producer, consumer, Contexts.of(order), callback);
      case "host-context":
        return client.execute(null, producer, consumer, null, Contexts.of(order), callback);
      default:
        throw new IllegalArgumentException(order.get("way", ""));
    }
  }

  /**
   * Blocking calls by an asynchronous client, which the client has from 5.5 on: the caller's thread
   * writes the body, and reads the response.
   */
  static Reply classic(CloseableHttpAsyncClient client, Order order) throws Exception {
    HttpUriRequestBase request = new HttpUriRequestBase(order.method(), URI.create(order.url()));
    if (order.bodyKind() != BodyKind.NONE) {
      InputStream body = new ByteArrayInputStream(order.bodyBytes());
      request.setEntity(new InputStreamEntity(body, ContentType.APPLICATION_OCTET_STREAM));
    }
    Timeout timeout =
        Timeout.ofMilliseconds(Long.parseLong(order.get("operation-timeout", "30000")));
    CloseableHttpClient classic =
        (CloseableHttpClient)
            HttpAsyncClients.class
                .getMethod("classic", CloseableHttpAsyncClient.class, Timeout.class)
                .invoke(null, client, timeout);
    Reply reply = new Reply();
    return classic.execute(
        request,
        response -> {
          Replies.response(reply, response);
          return reply.body(EntityUtils.toByteArray(response.getEntity()));
        });
  }

  /** The way for applications that want no producers and consumers. */
  static Reply simple(CloseableHttpAsyncClient client, Order order)
      throws InterruptedException, ExecutionException {
    SimpleHttpRequest request = new SimpleHttpRequest(order.method(), URI.create(order.url()));
    SimpleHttpResponse response = client.execute(request, null).get();
    Reply reply = new Reply();
    Replies.response(reply, response);
    return reply.body(response.getBodyBytes());
  }
}
