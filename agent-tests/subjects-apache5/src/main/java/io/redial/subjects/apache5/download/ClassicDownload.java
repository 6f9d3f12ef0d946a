package io.redial.subjects.apache5.download;

import io.redial.subjects.Scenario;
import io.redial.subjects.download.Fingerprint;
import java.util.Map;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;

/** By the stream of an entity. */
public final class ClassicDownload implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    try (CloseableHttpClient client = HttpClients.createDefault()) {
      return client.execute(
          new HttpGet(args.get("url")),
          response -> Fingerprint.of(response.getEntity().getContent()).facts());
    }
  }
}
