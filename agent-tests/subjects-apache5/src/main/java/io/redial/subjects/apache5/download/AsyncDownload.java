package io.redial.subjects.apache5.download;

import io.redial.subjects.Scenario;
import io.redial.subjects.download.Fingerprint;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;

/** By a consumer that takes the bytes as they come. */
public final class AsyncDownload implements Scenario {
  private static final int CAPACITY = 64 * 1024;

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    try (CloseableHttpAsyncClient client = HttpAsyncClients.createDefault()) {
      client.start();
      SimpleHttpRequest request = new SimpleHttpRequest("GET", args.get("url"));
      return client
          .execute(SimpleRequestProducer.create(request), new Taking(), null)
          .get()
          .facts();
    }
  }

  private static final class Taking extends AbstractBinResponseConsumer<Fingerprint> {
    private final Fingerprint all = new Fingerprint();

    @Override
    protected void start(HttpResponse response, ContentType type) {}

    @Override
    protected int capacityIncrement() {
      return CAPACITY;
    }

    @Override
    protected void data(ByteBuffer piece, boolean last) {
      all.add(piece);
    }

    @Override
    protected Fingerprint buildResult() {
      return all;
    }

    @Override
    public void releaseResources() {}
  }
}
