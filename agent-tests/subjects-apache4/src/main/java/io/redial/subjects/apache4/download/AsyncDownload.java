package io.redial.subjects.apache4.download;

import io.redial.subjects.Scenario;
import io.redial.subjects.download.Fingerprint;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.http.HttpResponse;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClients;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.client.methods.AsyncByteConsumer;
import org.apache.http.nio.client.methods.HttpAsyncMethods;
import org.apache.http.protocol.HttpContext;

/** By a consumer that takes the bytes as they come. */
public final class AsyncDownload implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    try (CloseableHttpAsyncClient client = HttpAsyncClients.createDefault()) {
      client.start();
      return client
          .execute(HttpAsyncMethods.createGet(args.get("url")), new Taking(), null)
          .get()
          .facts();
    }
  }

  private static final class Taking extends AsyncByteConsumer<Fingerprint> {
    private final Fingerprint all = new Fingerprint();

    @Override
    protected void onResponseReceived(HttpResponse response) {}

    @Override
    protected void onByteReceived(ByteBuffer piece, IOControl control) {
      all.add(piece);
    }

    @Override
    protected Fingerprint buildResult(HttpContext context) {
      return all;
    }
  }
}
