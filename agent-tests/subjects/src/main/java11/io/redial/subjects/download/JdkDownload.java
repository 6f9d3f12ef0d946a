package io.redial.subjects.download;

import io.redial.subjects.Scenario;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** By {@code send} or {@code sendAsync} into a file. */
public final class JdkDownload implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    Path file = Files.createTempFile("download", null);
    try {
      HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      HttpRequest request = HttpRequest.newBuilder(URI.create(args.get("url"))).build();
      HttpResponse<Path> response =
          Boolean.parseBoolean(args.get("async"))
              ? client.sendAsync(request, BodyHandlers.ofFile(file)).get()
              : client.send(request, BodyHandlers.ofFile(file));
      return Fingerprint.of(Files.newInputStream(response.body())).facts();
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
