package io.redial.client.jdk;

import io.redial.kernel.FaultBoundary;
import java.io.InputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.stream.BaseStream;

/**
 * The body of a response that arrived just when the application cancelled its future, so that
 * nobody will read it. Closing the body releases its connection unless another call already uses
 * it; cancelling the exchange would close it even then.
 */
final class UnwantedBody implements Subscriber<List<ByteBuffer>> {
  private UnwantedBody() {}

  /** Releases the body. Never throws: there is nobody to report a failure to. */
  static void release(Object body) {
    FaultBoundary.attempt(() -> close(body));
  }

  @SuppressWarnings("unchecked") // From ofPublisher: the JDK has no other.
  private static void close(Object body) throws Exception {
    if (body == null || !isOfTheJdk(body.getClass().getClassLoader())) {
      return; // The application's own code is not called for a body that nobody gets.
    }
    if (body instanceof InputStream || body instanceof BaseStream) { // ofInputStream, ofLines
      ((AutoCloseable) body).close();
    } else if (body instanceof Publisher) {
      ((Publisher<List<ByteBuffer>>) body).subscribe(new UnwantedBody());
    }
  }

  /**
   * Returns a subscriber that drops the response of an attempt that has timed out. Up to Java 15,
   * the client still waits for it.
   */
  @SuppressWarnings("unchecked") // Nobody gets the body, which is null.
  static <T> BodySubscriber<T> subscriber() {
    return (BodySubscriber<T>) BodySubscribers.fromSubscriber(new UnwantedBody());
  }

  private static boolean isOfTheJdk(ClassLoader loader) {
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.cancel();
  }

  @Override
  public void onNext(List<ByteBuffer> item) {}

  @Override
  public void onError(Throwable thrown) {}

  @Override
  public void onComplete() {}
}
