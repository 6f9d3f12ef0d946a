package io.redial.client.apache5;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URI;
import java.util.Objects;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.BasicHttpRequest;

/**
 * Copies of a blocking call's request. They are of the client's own classes, because the client
 * closes its whole connection manager if a method of its request fails with an {@link Error}.
 */
final class RequestCopy {
  private static final URI REPLACED = URI.create("/");

  /** The setter of 5.1 and newer for a request that shows its absolute URI, or null. */
  private static final MethodHandle SHOW_ABSOLUTE_URI = find();

  private RequestCopy() {}

  private static MethodHandle find() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(
              BasicHttpRequest.class,
              "setAbsoluteRequestUri",
              MethodType.methodType(void.class, boolean.class));
    } catch (ReflectiveOperationException is50) {
      return null;
    }
  }

  /** Returns the copy that the client's own layers would make. */
  static ClassicHttpRequest of(ClassicHttpRequest original, Header[] headers) {
    return fill(
        new BasicClassicHttpRequest(original.getMethod(), (String) null), original, headers);
  }

  /**
   * Returns a copy for a minimal client, which does not copy the request itself, and writes header
   * fields into the one that it sends.
   *
   * @param applications the application's request, which configures the copy and aborts it
   */
  static ClassicHttpRequest standalone(
      ClassicHttpRequest original, Header[] headers, ClassicHttpRequest applications)
      throws Throwable {
    HttpUriRequestBase copy = new HttpUriRequestBase(original.getMethod(), REPLACED);
    fill(copy, original, headers);
    if (applications instanceof Configurable) {
      copy.setConfig(((Configurable) applications).getConfig());
    }
    if (applications instanceof CancellableDependency) {
      ((CancellableDependency) applications).setDependency(copy);
    }
    if (SHOW_ABSOLUTE_URI != null
        && !Objects.equals(applications.getRequestUri(), applications.getPath())) {
      SHOW_ABSOLUTE_URI.invokeExact((BasicHttpRequest) copy, true);
    }
    return copy;
  }

  private static ClassicHttpRequest fill(
      ClassicHttpRequest copy, ClassicHttpRequest original, Header[] headers) {
    copy.setPath(original.getPath());
    copy.setScheme(original.getScheme());
    copy.setAuthority(original.getAuthority());
    copy.setVersion(original.getVersion());
    copy.setHeaders(headers);
    copy.setEntity(original.getEntity());
    return copy;
  }
}
