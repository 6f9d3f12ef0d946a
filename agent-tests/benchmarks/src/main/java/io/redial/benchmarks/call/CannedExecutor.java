package io.redial.benchmarks.call;

import io.redial.benchmarks.CannedServer;
import java.nio.charset.StandardCharsets;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpEntity;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.HttpVersion;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.message.BasicHttpResponse;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpRequestExecutor;

/** Answers every request of HttpClient 4 at once. */
final class CannedExecutor extends HttpRequestExecutor {
  private static final HttpEntity BODY =
      new ByteArrayEntity(CannedServer.BODY.getBytes(StandardCharsets.US_ASCII));

  @Override
  public HttpResponse execute(
      HttpRequest request, HttpClientConnection connection, HttpContext context) {
    BasicHttpResponse response = new BasicHttpResponse(HttpVersion.HTTP_1_1, 200, "OK");
    response.setEntity(BODY);
    return response;
  }
}
