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

  @Override
  public Object getAttribute(String name) {
    Object own = super.getAttribute(name);
    return own == null && SharedAttributes.contain(name) ? applications.getAttribute(name) : own;
  }
}
