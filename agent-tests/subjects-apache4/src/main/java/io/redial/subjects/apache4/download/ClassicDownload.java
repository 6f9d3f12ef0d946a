package io.redial.subjects.apache4.download;

import io.redial.subjects.Scenario;
import io.redial.subjects.download.Fingerprint;
import java.util.Map;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpGet;

/** By the stream of an entity; with {@code DefaultHttpClient}, which every version has. */
@SuppressWarnings("deprecation") // Newer versions advise against it.
public final class ClassicDownload implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    HttpClient client = new org.apache.http.impl.client.DefaultHttpClient();
    try {
      return Fingerprint.of(client.execute(new HttpGet(args.get("url"))).getEntity().getContent())
          .facts();
    } finally {
      client.getConnectionManager().shutdown();
    }
  }
}
