package io.redial.client;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Decides which attributes of an application's {@code HttpContext} are visible to a further request
 * that must leave the context as it is. What the Apache clients store there about one exchange
 * belongs to that exchange; what the application configured does not. The names are the same in
 * versions 4 and 5.
 */
public final class SharedAttributes {
  private static final String OF_CLIENTS = "http.";

  private static final Set<String> SET_UP =
      new HashSet<>(
          Arrays.asList(
              "http.auth.auth-cache",
              "http.auth.credentials-provider",
              "http.authscheme-registry",
              "http.cookie-store",
              "http.cookiespec-registry",
              "http.request-config",
              "http.user-token"));

  private static final String REDIALS = "io.redial.";

  private SharedAttributes() {}

  /** Whether the attribute is not about a single exchange. */
  public static boolean contain(String name) {
    return SET_UP.contains(name) || !(name.startsWith(OF_CLIENTS) || name.startsWith(REDIALS));
  }
}
