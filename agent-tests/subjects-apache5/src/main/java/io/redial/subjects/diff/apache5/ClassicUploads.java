package io.redial.subjects.diff.apache5;

import io.redial.subjects.diff.Cases;
import io.redial.subjects.diff.Family;
import io.redial.subjects.diff.Uploads;
import io.redial.subjects.diff.Uploads.Upload;
import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.util.Timeout;

/** Uploads by the blocking client. */
public final class ClassicUploads implements Family {
  private static final CloseableHttpClient CLIENT =
      HttpClients.custom()
          .disableAutomaticRetries()
          .setConnectionManager(
              PoolingHttpClientConnectionManagerBuilder.create()
                  .setMaxConnTotal(500)
                  .setMaxConnPerRoute(50)
                  .build())
          .setDefaultRequestConfig(
              RequestConfig.custom().setResponseTimeout(Timeout.ofSeconds(20)).build())
          .build();

  @Override
  public Cases cases() {
    Cases cases = new Cases("apache5-classic");
    Uploads uploads = new Uploads(cases);
    Entities.all()
        .forEach((kind, making) -> uploads.add(kind, upload -> send(CLIENT, making, upload)));
    return cases;
  }

  static int send(CloseableHttpClient client, Entities.Making making, Upload upload)
      throws Exception {
    upload.onTheWire(making.of(upload)::writeTo);
    HttpUriRequestBase request = new HttpUriRequestBase(upload.method, URI.create(upload.url));
    request.setEntity(making.of(upload));
    try (CloseableHttpResponse response = client.execute(request)) {
      EntityUtils.consume(response.getEntity());
      return response.getCode();
    }
  }
}
