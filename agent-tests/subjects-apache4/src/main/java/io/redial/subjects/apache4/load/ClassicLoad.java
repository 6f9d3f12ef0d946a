package io.redial.subjects.apache4.load;

import io.redial.subjects.load.LoadCall;
import io.redial.subjects.load.LoadClient;
import io.redial.subjects.load.LoadRequest;
import io.redial.subjects.load.LoadResponse;
import java.io.InputStream;
import org.apache.http.HttpEntity;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.util.EntityUtils;

/** {@code HttpClient.execute}; modes are {@code internal} and {@code old}. */
public final class ClassicLoad implements LoadClient.Maker {
  @Override
  public LoadClient open(String mode, int connections) {
    switch (mode) {
      case "old":
        return OldClient.open(connections);
      case "minimal":
        return InternalClient.openMinimal(connections);
      default:
        return InternalClient.open(connections);
    }
  }

  static final class Call implements LoadCall {
    private final HttpClient client;
    private final LoadRequest request;
    private final HttpRequestBase http;

    Call(HttpClient client, LoadRequest request) {
      this.client = client;
      this.request = request;
      http = Requests.of(request, new ByteArrayEntity(request.bytes()));
    }

    @Override
    public LoadResponse run() throws Exception {
      HttpResponse response = client.execute(http);
      int status = response.getStatusLine().getStatusCode();
      HttpEntity entity = response.getEntity();
      if (entity == null) {
        return request.response(status, new byte[0]);
      }
      if (!request.streamsDown()) {
        return request.response(status, EntityUtils.toByteArray(entity));
      }
      try (InputStream in = entity.getContent()) {
        return new LoadResponse(status, request.check().read(in, Long.MAX_VALUE));
      }
    }

    @Override
    public void cancel() {
      http.abort();
    }
  }
}
