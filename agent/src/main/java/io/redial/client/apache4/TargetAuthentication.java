package io.redial.client.apache4;

import org.apache.http.auth.AuthProtocolState;
import org.apache.http.auth.AuthScheme;
import org.apache.http.auth.AuthState;
import org.apache.http.auth.Credentials;
import org.apache.http.protocol.HttpContext;

/**
 * The authentication state for the call's first host. The client keeps it in the context, in one
 * object for whichever host it talks to, and resets it only when a redirect leads to another host.
 * A retry goes back to the first host without a redirect. The state for the proxy stays, as in
 * redirects.
 */
final class TargetAuthentication {
  private static final String ATTRIBUTE = "http.auth.target-scope";

  private final HttpContext context;
  private final boolean absent;
  private final AuthScheme scheme;
  private final Credentials credentials;
  private final AuthProtocolState state;

  /**
   * Remembers the state when the call begins. In a context that was used before, the state exists
   * but may be empty.
   */
  TargetAuthentication(HttpContext context) {
    this.context = context;
    Object attribute = context.getAttribute(ATTRIBUTE);
    AuthState before = attribute instanceof AuthState ? (AuthState) attribute : null;
    this.absent = attribute == null;
    this.scheme = before == null ? null : before.getAuthScheme();
    this.credentials = before == null ? null : before.getCredentials();
    this.state = before == null ? null : before.getState();
  }

  /** Removes the state for another host and restores the one from the beginning of the call. */
  @SuppressWarnings("ReferenceEquality") // The very objects, which an equal one does not replace.
  void restore() {
    Object attribute = context.getAttribute(ATTRIBUTE);
    if (absent) {
      context.removeAttribute(ATTRIBUTE);
    } else if (attribute instanceof AuthState) {
      AuthState now = (AuthState) attribute;
      if (scheme == null || now.getAuthScheme() != scheme || now.getCredentials() != credentials) {
        now.reset();
        if (scheme != null && credentials != null) {
          now.update(scheme, credentials);
          now.setState(state);
        }
      }
    }
  }
}
