package io.redial.client.apache5;

import io.redial.client.SharedAttributes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * The context of a request for the rest of a body: what the application set up in its own context.
 * The application's context stays as it is, because other calls may be using it by now. Thread-safe
 * if that one is.
 */
final class ResumeContext implements HttpContext {
  private final HttpContext applications;
  private final Map<String, Object> own = new ConcurrentHashMap<>();
  private ProtocolVersion version = HttpVersion.HTTP_1_1;

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

  @Override
  public ProtocolVersion getProtocolVersion() {
    return version;
  }

  @Override
  public void setProtocolVersion(ProtocolVersion latest) {
    version = latest;
  }

  @Override
  public Object getAttribute(String name) {
    Object found = own.get(name);
    return found == null && SharedAttributes.contain(name)
        ? applications.getAttribute(name)
        : found;
  }

  @Override
  public Object setAttribute(String name, Object value) {
    return value == null ? own.remove(name) : own.put(name, value);
  }

  @Override
  public Object removeAttribute(String name) {
    return own.remove(name);
  }
}
