package io.redial.subjects.apache4.download;

import io.redial.subjects.Scenario;
import io.redial.subjects.download.Fingerprint;
import java.util.Map;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;

/** By the stream of an entity. */
public final class BuiltDownload implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    try (CloseableHttpClient client = HttpClients.createDefault()) {
      return Fingerprint.of(client.execute(new HttpGet(args.get("url"))).getEntity().getContent())
          .facts();
    }
  }
}
