package io.redial.storms.caller;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** {@code java.net.http} as everybody uses it. */
final class Plain implements UserCall {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Override
  public int make(URI uri, int number) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri).header(NUMBER, Integer.toString(number)).build();
    return client.send(request, BodyHandlers.ofString()).statusCode();
  }

  /** The same for libraries that look at exceptions, as most wrappers of HTTP clients do it. */
  int makeOrThrow(URI uri, int number) throws IOException, InterruptedException {
    int status = make(uri, number);
    if (status >= 500) {
      throw new IOException("status " + status);
    }
    return status;
  }
}
