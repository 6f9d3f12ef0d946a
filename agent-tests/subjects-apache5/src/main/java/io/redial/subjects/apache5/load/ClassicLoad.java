package io.redial.subjects.apache5.load;

import io.redial.subjects.load.LoadCall;
import io.redial.subjects.load.LoadClient;
import io.redial.subjects.load.LoadRequest;
import io.redial.subjects.load.LoadResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;

/**
 * {@code CloseableHttpClient.execute} with a response handler; modes are {@code http1} and {@code
 * minimal}.
 */
public final class ClassicLoad implements LoadClient.Maker {
  @Override
  public LoadClient open(String mode, int connections) {
    PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager();
    pool.setDefaultMaxPerRoute(connections);
    pool.setMaxTotal(connections * 20);
    return new Client(
        mode.equals("minimal")
            ? HttpClients.createMinimal(pool)
            : HttpClients.custom().setConnectionManager(pool).build());
  }

  private static final class Client implements LoadClient {
    private final CloseableHttpClient http;

    Client(CloseableHttpClient http) {
      this.http = http;
    }

    @Override
    public LoadCall call(LoadRequest request) {
      return new Call(http, request);
    }

    @Override
    public void close() throws IOException {
      http.close();
    }
  }

  private static final class Call implements LoadCall {
    private final CloseableHttpClient client;
    private final LoadRequest request;
    private final HttpUriRequestBase http;

    Call(CloseableHttpClient client, LoadRequest request) {
      this.client = client;
      this.request = request;
      http = new HttpUriRequestBase(request.method(), URI.create(request.url()));
      http.setEntity(entity(request));
      http.setConfig(Timeouts.config(request));
    }

    private static HttpEntity entity(LoadRequest request) {
      ContentType type = ContentType.APPLICATION_OCTET_STREAM;
      if (request.up() < 0) {
        return null;
      }
      return request.streamsUp()
          ? new InputStreamEntity(request.stream(), type)
          : new ByteArrayEntity(request.bytes(), type);
    }

    @Override
    public LoadResponse run() throws Exception {
      return client.execute(http, this::read);
    }

    private LoadResponse read(ClassicHttpResponse response) throws IOException {
      HttpEntity entity = response.getEntity();
      if (entity == null) {
        return request.response(response.getCode(), new byte[0]);
      }
      if (!request.streamsDown()) {
        return request.response(response.getCode(), EntityUtils.toByteArray(entity));
      }
      try (InputStream in = entity.getContent()) {
        return new LoadResponse(response.getCode(), request.check().read(in, Long.MAX_VALUE));
      }
    }

    @Override
    public void cancel() {
      http.cancel();
    }
  }
}
