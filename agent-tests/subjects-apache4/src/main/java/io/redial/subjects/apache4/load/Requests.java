package io.redial.subjects.apache4.load;

import io.redial.subjects.load.LoadRequest;
import java.net.URI;
import org.apache.http.HttpEntity;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.HttpEntityEnclosingRequestBase;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.params.CoreConnectionPNames;

/** Requests as this library has them. */
final class Requests {
  private Requests() {}

  /** With that entity, unless the body comes from a stream. */
  static HttpRequestBase of(LoadRequest request, HttpEntity inMemory) {
    HttpRequestBase http = create(request, inMemory);
    if (request.timeout() > 0) {
      http.setConfig(RequestConfig.custom().setSocketTimeout(request.timeout()).build());
      http.getParams().setParameter(CoreConnectionPNames.SO_TIMEOUT, request.timeout());
    }
    return http;
  }

  private static HttpRequestBase create(LoadRequest request, HttpEntity inMemory) {
    if (request.up() < 0) {
      return new HttpGet(request.url());
    }
    WithBody http = new WithBody(request.method(), URI.create(request.url()));
    http.setEntity(request.streamsUp() ? new InputStreamEntity(request.stream(), -1) : inMemory);
    return http;
  }

  private static final class WithBody extends HttpEntityEnclosingRequestBase {
    private final String method;

    WithBody(String method, URI uri) {
      this.method = method;
      setURI(uri);
    }

    @Override
    public String getMethod() {
      return method;
    }
  }
}
