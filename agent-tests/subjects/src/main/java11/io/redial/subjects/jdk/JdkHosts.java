package io.redial.subjects.jdk;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.io.IOException;
import java.net.CookieHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;

/**
 * A call to each of many hosts, from number {@code from} to before {@code to}, none of which gets
 * as far as a connection: a cookie handler refuses. Tells how many calls failed.
 */
public final class JdkHosts implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    HttpClient client = HttpClient.newBuilder().cookieHandler(new Refusing()).build();
    int failed = 0;
    for (int i = Integer.parseInt(args.get("from")); i < Integer.parseInt(args.get("to")); i++) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://host-" + i + ".example/")).build();
      failed += fails(client, request) ? 1 : 0;
    }
    return new Reply().put("failed", failed).facts();
  }

  private static boolean fails(HttpClient client, HttpRequest request) throws InterruptedException {
    try {
      client.send(request, BodyHandlers.discarding());
      return false;
    } catch (IOException refused) {
      return true;
    }
  }

  private static final class Refusing extends CookieHandler {
    @Override
    public Map<String, List<String>> get(URI uri, Map<String, List<String>> headers)
        throws IOException {
      throw new IOException("no cookies today");
    }

    @Override
    public void put(URI uri, Map<String, List<String>> headers) {}
  }
}
