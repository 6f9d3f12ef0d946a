package io.redial.subjects.jdk;

import com.sun.net.httpserver.HttpServer;
import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

/**
 * A call to each of many hosts, from number {@code from} to before {@code to}: through a proxy,
 * which answers in the place of all of them. Tells how many calls were answered.
 */
public final class JdkHosts implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    HttpServer proxy =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    proxy.start();
    try {
      HttpClient client =
          HttpClient.newBuilder().proxy(ProxySelector.of(proxy.getAddress())).build();
      boolean async = Boolean.parseBoolean(args.get("async"));
      int answered = 0;
      for (int i = Integer.parseInt(args.get("from")); i < Integer.parseInt(args.get("to")); i++) {
        HttpRequest request = HttpRequest.newBuilder(address(i)).build();
        HttpResponse<Void> response =
            async
                ? client.sendAsync(request, BodyHandlers.discarding()).get()
                : client.send(request, BodyHandlers.discarding());
        answered += response.statusCode() == 204 ? 1 : 0;
      }
      return new Reply().put("answered", answered).facts();
    } finally {
      proxy.stop(0);
    }
  }

  private static URI address(int number) {
    return URI.create("http://host-" + number + ".example/");
  }
}
