package io.redial.subjects.apache4;

import io.redial.subjects.Order;
import java.io.IOException;
import org.apache.http.HttpRequest;
import org.apache.http.HttpRequestInterceptor;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.conn.PoolingClientConnectionManager;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;

/**
 * Fetches a token for each request that its client is about to send, and sends along what came of
 * it: the token, a status or the class of a failure.
 */
@SuppressWarnings("deprecation") // What every version of the client has.
final class TokenInterceptor implements HttpRequestInterceptor {
  private static final String FOR_A_TOKEN = "X-For-A-Token";

  private final Order order;
  private final String url;
  private volatile HttpClient client;

  /** An interceptor that needs a client yet. */
  TokenInterceptor(Order order) {
    this(order, from(order));
  }

  private TokenInterceptor(Order order, String url) {
    this.order = order;
    this.url = url;
  }

  static boolean isWanted(Order order) {
    return !from(order).isEmpty();
  }

  /** Address of the tokens, or nothing. */
  static String from(Order order) {
    return order.get("token-from", "");
  }

  /** Fetches with the client that sends the request, or with another one. */
  void fetchWith(HttpClient same, HttpClient other) {
    client = order.get("token-by", "other").equals("same") ? same : orDeeper(other);
  }

  /** The client itself, or one that needs a token for each token ("token-token-from"). */
  private HttpClient orDeeper(HttpClient other) {
    String deeper = order.get("token-token-from", "");
    if (deeper.isEmpty()) {
      return other;
    }
    TokenInterceptor its = new TokenInterceptor(order, deeper);
    its.client = other;
    DefaultHttpClient client = new DefaultHttpClient(new PoolingClientConnectionManager());
    client.addRequestInterceptor((request, context) -> request.addHeader("X-Token", its.token()));
    return client;
  }

  @Override
  public void process(HttpRequest request, HttpContext context) throws IOException {
    if (!request.containsHeader(FOR_A_TOKEN)) {
      request.addHeader("X-Token", token());
    }
  }

  private String token() throws IOException {
    HttpGet get = new HttpGet(url);
    get.addHeader(FOR_A_TOKEN, "yes");
    String mark = order.get("token-mark", "");
    if (!mark.isEmpty()) {
      get.addHeader(mark, "1");
    }
    try {
      return client.execute(get, TokenInterceptor::told);
    } catch (IOException thrown) {
      if (order.get("token-needed", "").isEmpty()) {
        return thrown.getClass().getName();
      }
      throw thrown;
    }
  }

  private static String told(HttpResponse response) throws IOException {
    int status = response.getStatusLine().getStatusCode();
    String text = EntityUtils.toString(response.getEntity());
    return status == 200 ? text : Integer.toString(status);
  }
}
