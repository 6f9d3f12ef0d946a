package io.redial.client.apache5;

import io.redial.client.SharedAttributes;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.protocol.BasicHttpContext;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * The context of a request for the rest of a body: what the application set up in its own context.
 * The application's context stays as it is, because other calls may be using it by now. Thread-safe
 * if that one is.
 */
final class ResumeContext extends BasicHttpContext {
  private final HttpContext applications;

  private ResumeContext(HttpContext applications) {
    this.applications = applications;
  }

  /**
   * Creates a context. The settings are copied by their accessors, because newer versions keep in
   * fields what older ones keep among the attributes.
   */
  static HttpContext of(HttpContext applications) {
    HttpClientContext shared = HttpClientContext.adapt(applications);
    HttpClientContext context = new HttpClientContext(new ResumeContext(applications));
    context.setAuthCache(shared.getAuthCache());
    context.setAuthSchemeRegistry(shared.getAuthSchemeRegistry());
    context.setCookieSpecRegistry(shared.getCookieSpecRegistry());
    context.setCookieStore(shared.getCookieStore());
    context.setCredentialsProvider(shared.getCredentialsProvider());
    context.setRequestConfig(shared.getRequestConfig());
    context.setUserToken(shared.getUserToken());
    return context;
  }

  @Override // Called by the client, which must not see an internal fault (rule 1.4).
  public Object getAttribute(String name) {
    Object own = super.getAttribute(name);
    boolean isShared = // After a fault, it counts as one that is not shared.
        own == null
            && FaultBoundary.ask(
                FaultLog.NONE, "HttpClient 5 context", () -> SharedAttributes.contain(name), false);
    return isShared ? applications.getAttribute(name) : own;
  }
}
