package io.redial.client.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;

/**
 * What the JDK's own publishers, subscribers and connections do. The types are recognised by their
 * class names, because they are not exported.
 */
final class ClientTypes {
  private static final String PUBLISHERS = "jdk.internal.net.http.RequestPublishers$";
  private static final String SUBSCRIBERS = "jdk.internal.net.http.ResponseSubscribers$";

  private static final boolean REPORTS_HTTP_2 = Runtime.version().feature() >= 17;

  private ClientTypes() {}

  /** Returns a public method that only newer JDKs have; null in an older one. */
  static MethodHandle newerMethod(Class<?> type, String name, Class<?>... parameters) {
    try {
      return MethodHandles.publicLookup().unreflect(type.getMethod(name, parameters));
    } catch (ReflectiveOperationException older) {
      return null;
    }
  }

  /**
   * Whether the client always reports the end of a body to its subscriber, so that the body can be
   * resumed. Up to Java 16, a lost HTTP/2 connection is sometimes not reported, and the call that
   * requests the rest would wait forever. HTTP/3 is excluded, because no test covers it.
   */
  static boolean endIsReported(Version version) {
    return version == Version.HTTP_1_1 || (version == Version.HTTP_2 && REPORTS_HTTP_2);
  }

  /**
   * Whether the client followed a redirect on the way to a response (rule 2.11): an earlier
   * response of the exchange was one. A 401 or 407 is not.
   */
  static boolean isRedirected(HttpResponse<?> response) {
    HttpResponse<?> previous = response.previousResponse().orElse(null);
    return previous != null && (previous.statusCode() / 100 == 3 || isRedirected(previous));
  }

  /**
   * Whether the client itself can repeat the body: {@code noBody}, {@code ofString} and {@code
   * ofByteArray} (rule 6.2). {@code ofFile} hides its path, so that a change of the file cannot be
   * noticed; it is copied like any other body.
   */
  static boolean isRepeatable(BodyPublisher publisher) {
    String name = publisher.getClass().getName();
    return name.equals(PUBLISHERS + "EmptyPublisher")
        || name.equals(PUBLISHERS + "ByteArrayPublisher")
        || name.equals(PUBLISHERS + "StringPublisher");
  }

  /**
   * Whether the application sees nothing of the body before it is complete: {@code ofString},
   * {@code ofByteArray}, {@code discarding} and {@code replacing} (rule 2.2).
   */
  static boolean readsToTheEnd(BodySubscriber<?> subscriber) {
    if (subscriber == null) {
      return false; // The client itself reports the missing subscriber.
    }
    String name = subscriber.getClass().getName();
    return name.equals(SUBSCRIBERS + "ByteArraySubscriber")
        || name.equals(SUBSCRIBERS + "NullSubscriber");
  }
}
