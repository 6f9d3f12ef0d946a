package io.redial.client.jdk;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse.BodySubscriber;

/**
 * Recognises the JDK's own publishers and subscribers by their class names, because the types are
 * not exported.
 */
final class ClientTypes {
  private static final String PUBLISHERS = "jdk.internal.net.http.RequestPublishers$";
  private static final String SUBSCRIBERS = "jdk.internal.net.http.ResponseSubscribers$";

  private ClientTypes() {}

  /**
   * Whether the client itself can repeat the body: {@code noBody}, {@code ofString} and {@code
   * ofByteArray} (rule 6.2). {@code ofFile} hides its path, so that a change of the file cannot be
   * noticed; it is copied like any other body.
   */
  static boolean isRepeatable(BodyPublisher publisher) {
    switch (publisher.getClass().getName()) {
      case PUBLISHERS + "EmptyPublisher":
      case PUBLISHERS + "ByteArrayPublisher":
      case PUBLISHERS + "StringPublisher":
        return true;
      default:
        return false;
    }
  }

  /**
   * Whether the application sees nothing of the body before it is complete: {@code ofString},
   * {@code ofByteArray}, {@code discarding} and {@code replacing} (rule 2.2).
   */
  static boolean readsToTheEnd(BodySubscriber<?> subscriber) {
    if (subscriber == null) {
      return false; // The client itself reports the missing subscriber.
    }
    switch (subscriber.getClass().getName()) {
      case SUBSCRIBERS + "ByteArraySubscriber":
      case SUBSCRIBERS + "NullSubscriber":
        return true;
      default:
        return false;
    }
  }
}
