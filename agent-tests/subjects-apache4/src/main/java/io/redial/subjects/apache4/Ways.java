package io.redial.subjects.apache4;

import io.redial.subjects.Order;
import java.io.IOException;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.client.ResponseHandler;
import org.apache.http.client.fluent.Executor;
import org.apache.http.client.fluent.Request;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.utils.URIUtils;
import org.apache.http.protocol.BasicHttpContext;

/** The methods by which an application may make a blocking call; an order names one with "way". */
final class Ways {
  private Ways() {}

  static HttpResponse execute(HttpClient client, HttpUriRequest request, Order order)
      throws IOException {
    switch (order.get("way", "")) {
      case "":
        return client.execute(request);
      case "context":
        return client.execute(request, Contexts.of(order));
      case "host":
        return client.execute(host(request), request);
      case "host-context":
        return client.execute(host(request), request, new BasicHttpContext());
      case "fluent":
        return Executor.newInstance(client).execute(Request.Get(order.url())).returnResponse();
      default:
        throw new IllegalArgumentException(order.get("way", ""));
    }
  }

  static byte[] execute(
      HttpClient client, HttpUriRequest request, Order order, ResponseHandler<byte[]> handler)
      throws IOException {
    switch (order.get("way", "")) {
      case "":
        return client.execute(request, handler);
      case "context":
        return client.execute(request, handler, Contexts.of(order));
      case "host":
        return client.execute(host(request), request, handler);
      case "host-context":
        return client.execute(host(request), request, handler, new BasicHttpContext());
      case "fluent":
        return Executor.newInstance(client)
            .execute(Request.Get(order.url()))
            .handleResponse(handler);
      default:
        throw new IllegalArgumentException(order.get("way", ""));
    }
  }

  private static HttpHost host(HttpUriRequest request) {
    return URIUtils.extractHost(request.getURI());
  }
}
