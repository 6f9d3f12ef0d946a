package io.redial.subjects.apache5;

import io.redial.subjects.Order;
import java.io.IOException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpRequestInterceptor;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Fetches a token for each request that its client is about to send, and sends along what came of
 * it: the token, a status or the class of a failure.
 */
final class TokenInterceptor implements HttpRequestInterceptor {
  private static final String FOR_A_TOKEN = "X-For-A-Token";

  private final Order order;
  private final String url;
  private volatile CloseableHttpClient client;

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
  void fetchWith(CloseableHttpClient same, CloseableHttpClient other) {
    client = order.get("token-by", "other").equals("same") ? same : orDeeper(other);
  }

  /** The client itself, or one that needs a token for each token ("token-token-from"). */
  private CloseableHttpClient orDeeper(CloseableHttpClient other) {
    String deeper = order.get("token-token-from", "");
    if (deeper.isEmpty()) {
      return other;
    }
    TokenInterceptor its = new TokenInterceptor(order, deeper);
    its.client = other;
    return HttpClients.custom()
        .addRequestInterceptorLast(
            (request, entity, context) -> request.addHeader("X-Token", its.token(context)))
        .build();
  }

  @Override
  public void process(HttpRequest request, EntityDetails entity, HttpContext context)
      throws IOException {
    if (!request.containsHeader(FOR_A_TOKEN)) {
      request.addHeader("X-Token", token(context));
    }
  }

  private String token(HttpContext context) throws IOException {
    HttpGet get = new HttpGet(url);
    get.addHeader(FOR_A_TOKEN, "yes");
    String mark = order.get("token-mark", "");
    if (!mark.isEmpty()) {
      get.addHeader(mark, "1");
    }
    try {
      boolean same = order.get("token-context", "").equals("same");
      return client.execute(get, same ? context : null, TokenInterceptor::told);
    } catch (IOException thrown) {
      if (order.get("token-needed", "").isEmpty()) {
        return thrown.getClass().getName();
      }
      throw thrown;
    }
  }

  private static String told(ClassicHttpResponse response) throws IOException, HttpException {
    String text = EntityUtils.toString(response.getEntity());
    return response.getCode() == 200 ? text : Integer.toString(response.getCode());
  }
}
