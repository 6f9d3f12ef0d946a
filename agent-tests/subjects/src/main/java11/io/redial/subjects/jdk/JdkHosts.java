package io.redial.subjects.jdk;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

/**
 * A call to each of many hosts, from number {@code from} to before {@code to}: addresses of the
 * loopback at which nobody listens. Tells how many calls failed.
 */
public final class JdkHosts implements Scenario {
  /** TCPMUX, which nobody serves. */
  private static final int NOBODYS_PORT = 1;

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    boolean async = Boolean.parseBoolean(args.get("async"));
    int failed = 0;
    for (int i = Integer.parseInt(args.get("from")); i < Integer.parseInt(args.get("to")); i++) {
      HttpRequest request = HttpRequest.newBuilder(address(i)).build();
      if (async) {
        failed +=
            client
                .sendAsync(request, BodyHandlers.discarding())
                .handle((response, thrown) -> thrown == null ? 0 : 1)
                .get();
      } else {
        failed += fails(client, request) ? 1 : 0;
      }
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

  private static URI address(int number) {
    return URI.create(
        "http://127.1." + number / 250 + "." + (number % 250 + 1) + ":" + NOBODYS_PORT + "/");
  }
}
