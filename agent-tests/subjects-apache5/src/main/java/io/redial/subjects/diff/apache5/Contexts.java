package io.redial.subjects.diff.apache5;

import io.redial.subjects.diff.Journal;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.protocol.HttpContext;

/** What an application reads from its context after a call. */
final class Contexts {
  private static final String[] ATTRIBUTES = {
    "http.cookie-origin", "http.cookie-spec", "http.cookie-store", "http.auth.credentials-provider",
    "http.auth.auth-cache", "http.request-config", "http.user-token",
        "http.protocol.redirect-locations",
    "http.auth.exchanges", "http.route", "http.connection", "http.ssl-session"
  };

  private Contexts() {}

  static void show(Journal journal, HttpContext context) {
    if (context == null) {
      return;
    }
    HttpClientContext client = HttpClientContext.adapt(context);
    journal.note(
        "context",
        "request "
            + client.getRequest()
            + " "
            + Journal.type(client.getRequest())
            + " response "
            + client.getResponse()
            + " route "
            + client.getHttpRoute()
            + " redirects "
            + (client.getRedirectLocations() == null
                ? "none"
                : client.getRedirectLocations().getAll())
            + " cookies "
            + (client.getCookieStore() == null
                ? "none"
                : client.getCookieStore().getCookies().size())
            + " token "
            + client.getUserToken()
            + " version "
            + client.getProtocolVersion());
    for (String name : ATTRIBUTES) {
      journal.note("context attributes", name + "=" + Journal.type(context.getAttribute(name)));
    }
    journal.note(
        "auth",
        new java.util.TreeSet<>(
            java.util.Arrays.asList(
                client.getAuthExchanges().keySet().toString().split("[^a-z0-9:./]+"))));
  }
}
