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

  private final AuthScheme scheme;
  private final Credentials credentials;
  private final AuthProtocolState state;

  private TargetAuthentication(AuthState before) {
    this.scheme = before == null ? null : before.getAuthScheme();
    this.credentials = before == null ? null : before.getCredentials();
    this.state = before == null ? null : before.getState();
  }

  /**
   * Returns the state when the call begins, or null if there is none. In a context that was used
   * before, the state exists but may be empty.
   */
  static TargetAuthentication in(HttpContext context) {
    Object attribute = context.getAttribute(ATTRIBUTE);
    return attribute == null
        ? null
        : new TargetAuthentication(attribute instanceof AuthState ? (AuthState) attribute : null);
  }

  /** Removes the state for another host and restores the one from the beginning of the call. */
  static void restore(HttpContext context, TargetAuthentication before) {
    Object attribute = context.getAttribute(ATTRIBUTE);
    if (before == null) {
      context.removeAttribute(ATTRIBUTE);
    } else if (attribute instanceof AuthState) {
      before.restoreTo((AuthState) attribute);
    }
  }

  @SuppressWarnings("ReferenceEquality") // The very objects, which an equal one does not replace.
  private void restoreTo(AuthState now) {
    if (scheme == null || now.getAuthScheme() != scheme || now.getCredentials() != credentials) {
      now.reset();
      if (scheme != null && credentials != null) {
        now.update(scheme, credentials);
        now.setState(state);
      }
    }
  }
}
