package io.redial.subjects.apache5.leaks;

import io.redial.subjects.leaks.Errand;
import io.redial.subjects.leaks.KeepingClient;
import io.redial.subjects.load.BodyPattern;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Collection;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;

/** {@code CloseableHttpClient.execute} without a response handler. */
public final class ClassicKeeping implements KeepingClient.Maker {
  @Override
  public KeepingClient open(String mode) {
    return new Client(HttpClients.createDefault());
  }

  private static final class Client implements KeepingClient {
    private final CloseableHttpClient http;

    Client(CloseableHttpClient http) {
      this.http = http;
    }

    @Override
    @SuppressWarnings("deprecation") // Only so does an application have a response to keep.
    public void call(Errand errand, String server, Collection<Object> kept, Cancelling cancelling)
        throws Exception {
      HttpUriRequestBase request =
          new HttpUriRequestBase(errand.method(), URI.create(errand.url(server)));
      if (errand.up() >= 0) {
        request.setEntity(
            new InputStreamEntity(
                BodyPattern.stream(errand.up()), ContentType.APPLICATION_OCTET_STREAM));
      }
      HttpClientContext context = HttpClientContext.create();
      kept.add(request);
      kept.add(context);
      cancelling.by(request::cancel);
      try (CloseableHttpResponse response = http.execute(request, context)) {
        kept.add(response);
        kept.add(response.getEntity());
        InputStream body = response.getEntity().getContent();
        kept.add(body);
        body.read(new byte[1000]);
      }
    }

    @Override
    public Object client() {
      return http;
    }

    @Override
    public boolean mayBeDropped() {
      return true;
    }

    @Override
    public void close() throws IOException {
      http.close();
    }
  }
}
