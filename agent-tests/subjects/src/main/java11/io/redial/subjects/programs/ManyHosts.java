package io.redial.subjects.programs;

import java.io.IOException;
import java.net.ConnectException;
import java.net.CookieHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;

/**
 * Calls many hosts, as a service does that delivers what strangers subscribe to: for each pair of
 * arguments so many hosts with names of that length. No call gets as far as a connection: a cookie
 * handler refuses it. Prints how many calls failed.
 */
public final class ManyHosts {
  private ManyHosts() {}

  /** Calls each host once. */
  public static void main(String[] args) throws InterruptedException {
    HttpClient client = HttpClient.newBuilder().cookieHandler(new Refusing()).build();
    int failed = 0;
    for (int i = 0; i < args.length; i += 2) {
      int length = Integer.parseInt(args[i + 1]);
      for (int host = 0; host < Integer.parseInt(args[i]); host++) {
        failed += fails(client, url(host, length)) ? 1 : 0;
      }
    }
    System.out.println("failed " + failed);
  }

  private static URI url(int host, int length) {
    StringBuilder name = new StringBuilder(length).append('h').append(host).append('.');
    while (name.length() < length) {
      name.append('x');
    }
    return URI.create("http://" + name + "/path/of/it");
  }

  private static boolean fails(HttpClient client, URI url) throws InterruptedException {
    try {
      client.send(HttpRequest.newBuilder(url).build(), BodyHandlers.discarding());
      return false;
    } catch (IOException refused) {
      return true;
    }
  }

  private static final class Refusing extends CookieHandler {
    @Override
    public Map<String, List<String>> get(URI uri, Map<String, List<String>> headers)
        throws IOException {
      throw new ConnectException("no cookies today");
    }

    @Override
    public void put(URI uri, Map<String, List<String>> headers) {}
  }
}
