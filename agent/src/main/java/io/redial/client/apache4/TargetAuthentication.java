package io.redial.client.apache4;

import org.apache.http.auth.AuthProtocolState;
import org.apache.http.auth.AuthScheme;
import org.apache.http.auth.AuthState;
import org.apache.http.auth.Credentials;
import org.apache.http.protocol.HttpContext;

/**
 * How the call would prove to its first host who is calling. The client keeps that in the context,
 * in one object for whichever host it talks to; only a redirect across hosts makes it start anew,
 * and a retry goes back across without one. The proxy's stays: redirects leave it alone, too.
 */
final class TargetAuthentication {
  private static final String ATTRIBUTE = "http.auth.target-scope";

  private final HttpContext context;
  private final boolean absent;
  private final AuthScheme scheme;
  private final Credentials credentials;
  private final AuthProtocolState state;

  /** As it is when the call begins: in a context that was used before it is there, if empty. */
  TargetAuthentication(HttpContext context) {
    this.context = context;
    Object attribute = context.getAttribute(ATTRIBUTE);
    AuthState before = attribute instanceof AuthState ? (AuthState) attribute : null;
    this.absent = attribute == null;
    this.scheme = before == null ? null : before.getAuthScheme();
    this.credentials = before == null ? null : before.getCredentials();
    this.state = before == null ? null : before.getState();
  }

  /** Takes away what another host was told, and gives back what the call began with. */
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
