package com.example.soap;

import com.example.calls.Call;
import com.example.calls.CallList;
import com.example.calls.Caller;
import com.example.calls.OrderLines;
import com.example.calls.Reply;
import java.io.IOException;
import java.io.InputStream;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;

/** Makes the calls that its command line lists: {@code NAME=get|soap:URL}. */
public final class SoapOrders implements Caller {
  private static final int LINES = 2_000;
  private static final ContentType SOAP = ContentType.create("text/xml", "UTF-8");

  private final CloseableHttpClient client;

  private SoapOrders(CloseableHttpClient client) {
    this.client = client;
  }

  public static void main(String[] arguments) throws IOException {
    RequestConfig timeouts =
        RequestConfig.custom().setConnectTimeout(5_000).setSocketTimeout(5_000).build();
    try (CloseableHttpClient client =
        HttpClients.custom().setDefaultRequestConfig(timeouts).build()) {
      CallList.of(arguments).run(new SoapOrders(client), System.out);
    }
  }

  @Override
  public Reply make(Call call) throws IOException {
    switch (call.verb()) {
      case "get":
        return execute(new HttpGet(call.uri()));
      case "soap":
        HttpPost post = new HttpPost(call.uri());
        post.setHeader("SOAPAction", "\"urn:orders:place\"");
        post.setEntity(new InputStreamEntity(envelope(), SOAP));
        return execute(post);
      default:
        throw new IllegalArgumentException("unknown verb: " + call.verb());
    }
  }

  private Reply execute(HttpUriRequest request) throws IOException {
    try (CloseableHttpResponse response = client.execute(request)) {
      return new Reply(
          response.getStatusLine().getStatusCode(), EntityUtils.toString(response.getEntity()));
    }
  }

  private static InputStream envelope() {
    return OrderLines.stream(
        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><order>\n",
        LINES,
        n -> "<line article=\"" + n + "\" pieces=\"1\"/>\n",
        "</order></s:Body></s:Envelope>\n");
  }
}
