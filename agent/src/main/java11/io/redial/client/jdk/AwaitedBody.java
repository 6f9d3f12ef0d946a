package io.redial.client.jdk;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * Tells when a response has arrived whole. The client then uses the connection for another call,
 * while the future of {@code sendAsync} is still on its way through the common pool; cancelling
 * that future would close the connection even so (rule 1.5).
 */
final class AwaitedBody<T> implements BodySubscriber<T> {
  private final BodySubscriber<T> subscriber;

  /** Whether the response has arrived. A field, because setting it cannot fail. */
  volatile boolean arrived;

  AwaitedBody(BodySubscriber<T> subscriber) {
    this.subscriber = subscriber;
  }

  @Override
  public CompletionStage<T> getBody() {
    return subscriber.getBody();
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscriber.onSubscribe(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> item) {
    subscriber.onNext(item);
  }

  @Override
  public void onError(Throwable thrown) {
    subscriber.onError(thrown);
  }

  @Override
  public void onComplete() {
    arrived = true;
    subscriber.onComplete();
  }
}
