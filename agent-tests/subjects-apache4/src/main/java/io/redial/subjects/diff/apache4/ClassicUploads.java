package io.redial.subjects.diff.apache4;

import io.redial.subjects.diff.Cases;
import io.redial.subjects.diff.Family;
import io.redial.subjects.diff.Uploads;
import io.redial.subjects.diff.Uploads.Upload;
import java.net.URI;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.HttpEntityEnclosingRequestBase;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;

/** Uploads by the blocking client. */
public final class ClassicUploads implements Family {
  @Override
  public Cases cases() {
    HttpClient client =
        HttpClients.custom()
            .disableAutomaticRetries()
            .setMaxConnTotal(500)
            .setMaxConnPerRoute(50)
            .setDefaultRequestConfig(RequestConfig.custom().setSocketTimeout(20_000).build())
            .build();
    return cases("apache4-classic", client);
  }

  static Cases cases(String name, HttpClient client) {
    Cases cases = new Cases(name);
    Uploads uploads = new Uploads(cases);
    Entities.all()
        .forEach((kind, making) -> uploads.add(kind, upload -> send(client, making, upload)));
    return cases;
  }

  private static int send(HttpClient client, Entities.Making making, Upload upload)
      throws Exception {
    upload.onTheWire(making.of(upload)::writeTo);
    Sent request = new Sent(upload);
    request.setEntity(making.of(upload));
    HttpResponse response = client.execute(request);
    EntityUtils.consume(response.getEntity());
    return response.getStatusLine().getStatusCode();
  }

  /** A request by any method. */
  static final class Sent extends HttpEntityEnclosingRequestBase {
    private final String method;

    Sent(Upload upload) {
      method = upload.method;
      setURI(URI.create(upload.url));
    }

    @Override
    public String getMethod() {
      return method;
    }
  }
}
