package io.redial.subjects.apache4.load;

import io.redial.subjects.load.BodyPattern;
import io.redial.subjects.load.LoadCall;
import io.redial.subjects.load.LoadClient;
import io.redial.subjects.load.LoadRequest;
import io.redial.subjects.load.LoadResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Future;
import org.apache.http.HttpResponse;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.client.utils.URIUtils;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClients;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.client.methods.AsyncByteConsumer;
import org.apache.http.nio.client.methods.HttpAsyncMethods;
import org.apache.http.nio.entity.NByteArrayEntity;
import org.apache.http.nio.protocol.BasicAsyncResponseConsumer;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;

/** {@code HttpAsyncClient.execute}. */
public final class AsyncLoad implements LoadClient.Maker {
  @Override
  public LoadClient open(String mode, int connections) {
    CloseableHttpAsyncClient http =
        HttpAsyncClients.custom()
            .setMaxConnPerRoute(connections)
            .setMaxConnTotal(connections * 20)
            .build();
    http.start();
    return new Client(http);
  }

  private static final class Client implements LoadClient {
    private final CloseableHttpAsyncClient http;

    Client(CloseableHttpAsyncClient http) {
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
    private final CloseableHttpAsyncClient client;
    private final LoadRequest request;
    private final HttpRequestBase http;
    private volatile Future<?> future;

    Call(CloseableHttpAsyncClient client, LoadRequest request) {
      this.client = client;
      this.request = request;
      http = Requests.of(request, new NByteArrayEntity(request.bytes()));
    }

    @Override
    public LoadResponse run() throws Exception {
      HttpAsyncRequestProducer producer =
          HttpAsyncMethods.create(URIUtils.extractHost(http.getURI()), http);
      if (request.streamsDown()) {
        Future<LoadResponse> response = client.execute(producer, new Consumer(request), null, null);
        future = response;
        return response.get();
      }
      Future<HttpResponse> response =
          client.execute(producer, new BasicAsyncResponseConsumer(), null, null);
      future = response;
      HttpResponse got = response.get();
      byte[] body =
          got.getEntity() == null ? new byte[0] : EntityUtils.toByteArray(got.getEntity());
      return request.response(got.getStatusLine().getStatusCode(), body);
    }

    @Override
    public void cancel() {
      if (future != null) {
        future.cancel(true);
      }
    }
  }

  private static final class Consumer extends AsyncByteConsumer<LoadResponse> {
    private final BodyPattern.Check check;
    private int status;

    Consumer(LoadRequest request) {
      check = request.check();
    }

    @Override
    protected void onResponseReceived(HttpResponse response) {
      status = response.getStatusLine().getStatusCode();
    }

    @Override
    protected void onByteReceived(ByteBuffer buffer, IOControl control) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      check.take(bytes, 0, bytes.length);
    }

    @Override
    protected LoadResponse buildResult(HttpContext context) {
      return new LoadResponse(status, check);
    }
  }
}
