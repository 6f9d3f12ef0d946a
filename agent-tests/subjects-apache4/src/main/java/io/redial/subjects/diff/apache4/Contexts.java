package io.redial.subjects.diff.apache4;

import io.redial.subjects.diff.Journal;
import org.apache.http.HttpRequest;
import org.apache.http.protocol.HttpContext;

/** What an application reads from its context after a call. */
final class Contexts {
  private static final String[] ATTRIBUTES = {
    "http.cookie-origin",
    "http.cookie-spec",
    "http.cookie-store",
    "http.cookiespec-registry",
    "http.auth.credentials-provider",
    "http.auth.auth-cache",
    "http.request-config",
    "http.user-token",
    "http.auth.target-scope",
    "http.connection",
    "http.request_sent",
    "http.authscheme-registry",
    "http.response",
    "http.request"
  };
  private static final String[] VALUES = {
    "http.request",
    "http.response",
    "http.target_host",
    "http.route",
    "http.protocol.redirect-locations",
    "http.request_sent",
    "http.user-token"
  };

  private Contexts() {}

  static void show(Journal journal, HttpContext context) {
    if (context == null) {
      return;
    }
    for (String name : VALUES) {
      Object value = context.getAttribute(name);
      journal.note(
          "context",
          name
              + "="
              + (value instanceof HttpRequest ? ((HttpRequest) value).getRequestLine() : value));
    }
    for (String name : ATTRIBUTES) {
      journal.note("context types", name + "=" + Journal.type(context.getAttribute(name)));
    }
  }
}
