package io.redial.subjects.apache4;

import io.redial.subjects.Order;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.CredentialsProvider;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;

/**
 * The contexts that an application hands to its calls; an order names one that calls share with
 * "context", and with "user-at" the port of the one server that is to learn the password.
 */
final class Contexts {
  private static final Map<String, HttpContext> NAMED = new ConcurrentHashMap<>();

  private Contexts() {}

  static HttpContext of(Order order) {
    String name = order.get("context", "");
    return name.isEmpty() ? create(order) : NAMED.computeIfAbsent(name, its -> create(order));
  }

  private static HttpContext create(Order order) {
    HttpContext context = new BasicHttpContext();
    String port = order.get("user-at", "");
    if (!port.isEmpty()) {
      CredentialsProvider provider = new BasicCredentialsProvider();
      provider.setCredentials(
          new AuthScope(AuthScope.ANY_HOST, Integer.parseInt(port)),
          new UsernamePasswordCredentials("bob", "secret"));
      context.setAttribute("http.auth.credentials-provider", provider);
    }
    return context;
  }
}
