package io.redial.client.apache4;

import io.redial.client.SharedAttributes;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;

/**
 * The context of a request for the rest of a body: what the application set up in its own, which
 * stays as it is, because other calls may be using it by now. Thread-safe if that one is.
 */
final class RestContext extends BasicHttpContext {
  private final HttpContext applications;

  RestContext(HttpContext applications) {
    this.applications = applications;
  }

  @Override // The client calls it, which must not see a fault of Redial's (rule 1.4).
  public Object getAttribute(String name) {
    Object own = super.getAttribute(name);
    boolean isShared = false;
    try {
      isShared = own == null && SharedAttributes.contain(name);
    } catch (Throwable fault) {
      // As if it were none of those.
    }
    return isShared ? applications.getAttribute(name) : own;
  }
}
