package io.redial.contract.neighbours;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.client5.http.classic.methods.HttpPut;
import org.apache.http.client.methods.CloseableHttpResponse;

/**
 * A program that mocks classes of clients, prints what the mocks give, and then makes a real call
 * with each client. Its argument is a URL.
 */
@SuppressWarnings("DirectInvocationOnMock") // what the mocks give is what it is about
final class MockedClients {
  private MockedClients() {}

  public static void main(String[] args) throws Exception {
    jdk(args[0]);
    apache4(args[0]);
    apacheAsync4(args[0]);
    apache5(args[0]);
    apacheAsync5(args[0]);
    System.exit(0);
  }

  private static void jdk(String url) throws Exception {
    HttpRequest put =
        HttpRequest.newBuilder(URI.create(url)).PUT(BodyPublishers.ofString("x")).build();
    HttpClient real = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    System.out.println("jdk, real: " + real.send(put, BodyHandlers.ofString()).statusCode());
    // The class that Redial has changed by now, and the one that programs usually mock.
    for (Class<? extends HttpClient> type : List.of(real.getClass(), HttpClient.class)) {
      HttpClient client = mock(type);
      HttpResponse<Object> response = mock();
      when(response.statusCode()).thenReturn(503);
      when(response.headers())
          .thenReturn(HttpHeaders.of(Map.of("Retry-After", List.of("0")), (name, value) -> true));
      when(client.send(any(), any())).thenReturn(response);
      when(client.sendAsync(any(), any())).thenReturn(CompletableFuture.completedFuture(response));
      System.out.println("jdk, mock: " + (client.send(put, null) == response));
      System.out.println("jdk, mock: " + (client.sendAsync(put, null).join() == response));
      verify(client, times(1)).send(any(), any());
      verify(client, times(1)).sendAsync(any(), any());
      HttpClient bare = mock(type);
      System.out.println("jdk, bare mock: " + bare.send(put, BodyHandlers.ofString()));
    }
    System.out.println("jdk, real: " + real.send(put, BodyHandlers.ofString()).statusCode());
  }

  private static void apache4(String url) throws Exception {
    var put = new org.apache.http.client.methods.HttpPut(url);
    var real = org.apache.http.impl.client.HttpClients.createDefault();
    try (CloseableHttpResponse response = real.execute(put)) {
      System.out.println("apache4, real: " + response.getStatusLine().getStatusCode());
    }
    for (Class<? extends org.apache.http.impl.client.CloseableHttpClient> type :
        List.of(real.getClass(), org.apache.http.impl.client.CloseableHttpClient.class)) {
      var client = mock(type);
      CloseableHttpResponse response = mock(CloseableHttpResponse.class);
      when(client.execute(put)).thenReturn(response);
      System.out.println("apache4, mock: " + (client.execute(put) == response));
      verify(client, times(1)).execute(put);
      System.out.println("apache4, bare mock: " + mock(type).execute(put));
    }
    var spied = spy(real);
    try (CloseableHttpResponse response = spied.execute(put)) {
      System.out.println("apache4, spy: " + response.getStatusLine().getStatusCode());
    }
    verify(spied, times(1)).execute(put);
    try (CloseableHttpResponse response = real.execute(put)) {
      System.out.println("apache4, real: " + response.getStatusLine().getStatusCode());
    }
    spied.close();
  }

  @SuppressWarnings("deprecation") // the method that programs mock
  private static void apache5(String url) throws Exception {
    HttpPut put = new HttpPut(url);
    var real = org.apache.hc.client5.http.impl.classic.HttpClients.createDefault();
    System.out.println("apache5, real: " + real.execute(put, r -> r.getCode()));
    for (Class<? extends org.apache.hc.client5.http.impl.classic.CloseableHttpClient> type :
        List.of(
            real.getClass(), org.apache.hc.client5.http.impl.classic.CloseableHttpClient.class)) {
      var client = mock(type);
      var response = mock(org.apache.hc.client5.http.impl.classic.CloseableHttpResponse.class);
      when(client.execute(put)).thenReturn(response);
      System.out.println("apache5, mock: " + (client.execute(put) == response));
      verify(client, times(1)).execute(put);
      System.out.println("apache5, bare mock: " + mock(type).execute(put));
    }
    var spied = spy(real);
    System.out.println("apache5, spy: " + spied.execute(put, r -> r.getCode()));
    System.out.println("apache5, real: " + real.execute(put, r -> r.getCode()));
    spied.close();
  }

  private static void apacheAsync4(String url) throws Exception {
    var put = new org.apache.http.client.methods.HttpPut(url);
    try (var real = org.apache.http.impl.nio.client.HttpAsyncClients.createDefault()) {
      var spied = spy(real);
      spied.start();
      var response = spied.execute(put, null).get();
      System.out.println("apache4 async, spy: " + response.getStatusLine().getStatusCode());
    }
  }

  private static void apacheAsync5(String url) throws Exception {
    var put = org.apache.hc.client5.http.async.methods.SimpleRequestBuilder.put(url).build();
    try (var real = org.apache.hc.client5.http.impl.async.HttpAsyncClients.createDefault()) {
      var spied = spy(real);
      spied.start();
      System.out.println("apache5 async, spy: " + spied.execute(put, null).get().getCode());
    }
  }
}
