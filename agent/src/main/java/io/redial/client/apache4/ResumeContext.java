package io.redial.client.apache4;

import io.redial.client.SharedAttributes;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;

/**
 * The context of a request for the rest of a body. It shows what the application set up in its own
 * context, which does not change, because other calls may be using it by now. Thread-safe if that
 * context is.
 */
final class ResumeContext extends BasicHttpContext {
  private final HttpContext applications;

  ResumeContext(HttpContext applications) {
    this.applications = applications;
  }

  @Override // Called by the client, which must not see an internal fault (rule 1.4).
  public Object getAttribute(String name) {
    Object own = super.getAttribute(name);
    boolean isShared = // After a fault, it counts as one that is not shared.
        own == null
            && FaultBoundary.ask(
                FaultLog.NONE,
                "Apache HttpClient 4 context",
                () -> SharedAttributes.contain(name),
                false);
    return isShared ? applications.getAttribute(name) : own;
  }
}
