package io.redial.subjects.apache4;

import io.redial.subjects.Order;
import org.apache.http.HttpHost;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.client.params.HttpClientParams;
import org.apache.http.conn.params.ConnRouteParams;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.client.DefaultHttpRequestRetryHandler;
import org.apache.http.impl.client.LaxRedirectStrategy;
import org.apache.http.impl.conn.PoolingClientConnectionManager;
import org.apache.http.params.BasicHttpParams;
import org.apache.http.params.HttpConnectionParams;
import org.apache.http.params.HttpParams;
import org.apache.http.params.HttpProtocolParams;

/** {@code DefaultHttpClient}, the only one up to 4.2 and deprecated since. */
public final class Old extends Classic {
  @Override
  HttpClient create(Order order) {
    HttpParams params = new BasicHttpParams();
    HttpConnectionParams.setConnectionTimeout(params, (int) order.connectTimeout());
    HttpConnectionParams.setSoTimeout(params, (int) order.readTimeout());
    HttpClientParams.setRedirecting(params, order.followRedirects());
    PoolingClientConnectionManager pool = new PoolingClientConnectionManager();
    pool.setDefaultMaxPerRoute(pool(order));
    pool.setMaxTotal(2 * pool(order));
    DefaultHttpClient client = new DefaultHttpClient(pool, params);
    client.setRedirectStrategy(new LaxRedirectStrategy());
    if (order.get("strategy", "").equals("always")) {
      client.setHttpRequestRetryHandler(new Eager.Handler());
    } else if (!ownRetries(order)) {
      client.setHttpRequestRetryHandler(new DefaultHttpRequestRetryHandler(0, false));
    }
    if (OriginalInterceptor.isWanted(order)) {
      client.addRequestInterceptor(new OriginalInterceptor());
    }
    if (SigningInterceptor.isWanted(order)) {
      client.addRequestInterceptor(new SigningInterceptor());
    }
    if (TokenInterceptor.isWanted(order)) {
      TokenInterceptor tokens = new TokenInterceptor(order);
      client.addRequestInterceptor(tokens);
      tokens.fetchWith(client, new DefaultHttpClient());
    }
    return client;
  }

  @Override
  void refine(HttpRequestBase request, Order order) {
    HttpProtocolParams.setUseExpectContinue(
        request.getParams(), Boolean.parseBoolean(order.get("expect-continue", "false")));
    HttpClientParams.setConnectionManagerTimeout(
        request.getParams(), Long.parseLong(order.get("lease-timeout", "0")));
    int proxy = Integer.parseInt(order.get("proxy-port", "0"));
    if (proxy > 0) {
      ConnRouteParams.setDefaultProxy(request.getParams(), new HttpHost("127.0.0.1", proxy));
    }
  }

  @Override
  void close(HttpClient client) {
    client.getConnectionManager().shutdown();
  }
}
